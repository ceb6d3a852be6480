"""What the tests of the store share."""

import pytest

from service.store import RedisGameLog
from testkit.store_fixtures import cluster, redis, server, servers, spare_server

__all__ = ["cluster", "redis", "server", "servers", "spare_server"]


@pytest.fixture
def log(redis):
    """The event log in each kind of store."""
    return RedisGameLog(redis)
