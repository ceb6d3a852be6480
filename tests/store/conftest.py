"""What the tests of the store share."""

import pytest

from service.store import RedisGameLog
from service.store.redis_log import log_key
from testkit.store_fixtures import cluster, redis, server, servers, spare_server
from tests.store.support import put

__all__ = ["cluster", "redis", "server", "servers", "spare_server"]


@pytest.fixture
def open_log(redis):
    """Gives another log on the same data, as another process has it."""
    return lambda: RedisGameLog(redis)


@pytest.fixture
def log(open_log):
    """The event log in each kind of store."""
    return open_log()


@pytest.fixture
def damage(redis):
    """Changes a stored entry, as no code of the service does."""

    def change(game_id, version):
        stream = [fields for _, fields in redis.xrange(log_key(game_id))]
        stream[version - 1][b"t"] += b"0"
        put(redis, stream, game_id)

    return change
