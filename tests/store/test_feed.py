"""Contract of every store: an entry and its announcement come about together."""

from contextlib import closing

from service.store.feed import Feed
from tests.store.support import GAME, OTHER, chain, drafts, fill


def test_every_entry_is_announced_in_the_logs_order_and_no_refused_one(log, redis):
    (first,) = chain(drafts(1, seed="b"))

    with closing(Feed(redis).moved()) as heard:
        assert next(heard) is None, "it listens from now on"
        fill(log, 2)
        assert log.append(GAME, 0, "", first) is False
        fill(log, 1, OTHER)

        assert [next(heard) for _ in range(3)] == [GAME, GAME, OTHER]
