"""Contract of every store: an entry and its announcement come about together."""

from contextlib import closing

import pytest
from redis.exceptions import NoPermissionError

from service.store import START, RedisGameLog, connect
from service.store.notifications import CHANNEL, Notifications
from tests.store.support import GAME, OTHER, drafts, entries, fill


def test_every_entry_is_announced_in_the_logs_order_and_no_refused_one(log, redis):
    (first,) = drafts(1, seed="b")

    with closing(Notifications(redis).moved()) as heard:
        assert next(heard) is None, "it listens from now on"
        fill(log, 2)
        assert log.append(GAME, START, first) is None
        fill(log, 1, OTHER)

        assert [next(heard) for _ in range(3)] == [GAME, GAME, OTHER]


@pytest.mark.server
def test_entries_are_kept_where_announcing_them_is_forbidden(spare_server):
    spare_server.client().acl_setuser(
        "mute", enabled=True, nopass=True, keys="*", categories=["+@all"], reset=True
    )
    with connect(f"unix://mute:x@{spare_server.socket}", connections=2) as mute:
        with pytest.raises(NoPermissionError):
            mute.publish(CHANNEL, GAME)

        fill(RedisGameLog(mute), 3)

        assert RedisGameLog(mute).read(GAME) == entries(3)
