"""gunicorn's settings with clients given less time, so that tests need not wait."""

from service.server.client_connection import ClientConnection
from service.server.gunicorn_config import *  # noqa: F403
from service.server.worker import Worker


class ShortTimeoutClient(ClientConnection):
    request_timeout = 0.3


class ShortTimeoutWorker(Worker):
    connection_class = ShortTimeoutClient


worker_class = "tests.server.short_timeouts.ShortTimeoutWorker"
