"""What these tests share: real store servers, real services."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count

import pytest

from service.store import RedisGameLog
from testkit.running_service import SECRET, Running
from testkit.store_servers import Server, default_server, running

NO_LIMITS = {"RATE_CREATIONS": "0", "RATE_COMMANDS": "0", "RATE_READS": "0"}
Start = Callable[..., Running]


@pytest.fixture(scope="module")
def store() -> Iterator[Server]:
    """A real server that keeps what it acknowledges, whatever ends it."""
    with running(default_server(), "--appendfsync", "always") as server:
        yield server


@pytest.fixture(scope="module")
def log(store) -> RedisGameLog:
    """The logs in it, looked at past the service."""
    return RedisGameLog(store.client())


@pytest.fixture(scope="module")
def start(store, tmp_path_factory) -> Iterator[Start]:
    """Starts services on that store, or with other settings."""
    folder = tmp_path_factory.mktemp("services")
    numbers = count()
    with ExitStack() as opened:

        def start_service(**variables: str) -> Running:
            given = {"REDIS_URL": store.url, "SERVICE_SECRETS": SECRET}
            given |= NO_LIMITS | variables
            new = Running(folder / str(next(numbers)), **given)
            return opened.enter_context(new).up()

        yield start_service
