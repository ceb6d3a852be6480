"""gunicorn's settings with clients given less time, so that tests need not wait."""

from service.server.client import Client
from service.server.gunicorn_config import *  # noqa: F403
from service.server.worker import Worker


class HastyClient(Client):
    request_timeout = 0.3


class HastyWorker(Worker):
    client = HastyClient


worker_class = "tests.serve.hasty.HastyWorker"
