"""Workers of the service in this process, whose clients check every answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import fakeredis
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.api.checked_client import CheckedClient
from tests.api.support import SETTINGS


@contextmanager
def workers(store: fakeredis.FakeRedis) -> Iterator[Callable[..., FlaskClient]]:
    """Gives a function that starts one more worker on `store` and returns a client
    of it; at the end, all of them stop watching.
    """
    apps = []

    def start_worker(settings: Settings = SETTINGS) -> FlaskClient:
        apps.append(create_app(settings, store))
        apps[-1].test_client_class = CheckedClient
        return apps[-1].test_client()

    try:
        yield start_worker
    finally:
        for app in apps:
            app.extensions["updates"].close()
