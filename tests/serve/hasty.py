"""gunicorn's settings with clients given less time, so that tests need not wait."""

from service.serve.connection import Connection
from service.serve.gunicorn_conf import *  # noqa: F403
from service.serve.worker import Worker


class HastyConnection(Connection):
    patience = 0.3


class HastyWorker(Worker):
    connection = HastyConnection


worker_class = "tests.serve.hasty.HastyWorker"
