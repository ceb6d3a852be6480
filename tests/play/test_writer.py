"""An append whose answer is lost: the log itself tells what became of it."""

import pytest

from service.play.cache import GameCache
from service.play.writer import Writer
from service.store import EventLog, StorageUnavailable
from tests.store.support import GAME, chain, drafts, entries


class Silent(EventLog):
    """Never answers an append; writes the entry before, or another one, or none."""

    def __init__(self, redis, writes):
        super().__init__(redis)
        self.writes = writes

    def append(self, game_id, last_version, last_digest, fields):
        if self.writes == "ours":
            super().append(game_id, last_version, last_digest, fields)
        if self.writes == "another":
            (other,) = chain([drafts(4, "b")[3]], last_digest)
            super().append(game_id, last_version, last_digest, other)
        raise StorageUnavailable("no answer")


@pytest.fixture
def game(redis):
    """A game at version 2."""
    writer = Writer(EventLog(redis), GameCache(4))
    return writer.append(writer.begin(GAME, drafts(1)[0]), drafts(2)[1])


def test_what_was_written_unheard_counts_as_written(redis, game):
    cache = GameCache(4)

    after = Writer(Silent(redis, "ours"), cache).append(game, drafts(3)[2])

    assert (after.version, after.digest) == (3, entries(3)[-1].digest)
    assert cache.get(GAME) == after
    assert EventLog(redis).read(GAME) == entries(3)


def test_a_game_that_was_begun_unheard_counts_as_begun(redis):
    begun = Writer(Silent(redis, "ours"), GameCache(4)).begin(GAME, drafts(1)[0])

    assert (begun.version, begun.digest) == (1, entries(1)[-1].digest)
    assert EventLog(redis).read(GAME) == entries(1)


@pytest.mark.parametrize("writes", ["nothing", "another"])
def test_what_was_not_written_is_an_outage(redis, game, writes):
    cache = GameCache(4)

    with pytest.raises(StorageUnavailable, match="no answer"):
        Writer(Silent(redis, writes), cache).append(game, drafts(3)[2])

    assert cache.get(GAME) is None
    assert len(EventLog(redis).read(GAME)) == (3 if writes == "another" else 2)
