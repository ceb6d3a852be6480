"""What the tests of the use cases share."""

import fakeredis
import pytest

from testkit.store_fixtures import server, servers, spare_server
from tests.games.support import Process

__all__ = ["server", "servers", "spare_server"]


@pytest.fixture
def redis():
    return fakeredis.FakeRedis()


@pytest.fixture
def one(redis):
    """A process."""
    return Process(redis)


@pytest.fixture
def two(redis):
    """Another process on the same store."""
    return Process(redis)


@pytest.fixture(params=["fakeredis", pytest.param("server", marks=pytest.mark.server)])
def shared(request):
    """A store for many threads at once: for speed, and in earnest."""
    if request.param == "fakeredis":
        return fakeredis.FakeRedis()
    return request.getfixturevalue("server").client()
