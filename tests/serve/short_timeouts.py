"""gunicorn's settings with clients given less time, so that tests need not wait."""

from service.serve.connection import Connection
from service.serve.gunicorn_conf import *  # noqa: F403
from service.serve.worker import Worker


class ShortTimeoutConnection(Connection):
    patience = 0.3


class ShortTimeoutWorker(Worker):
    connection = ShortTimeoutConnection


worker_class = "tests.serve.short_timeouts.ShortTimeoutWorker"
