"""Contract of every store: a log that was damaged by hand is never read as a game."""

import fakeredis
import msgspec
import pytest

from service.store import CorruptLog, Position, RedisGameLog
from service.store.codec import CHAINED, DIGEST
from service.store.redis_log import log_key
from service.store.upcasters import SCHEMA
from tests.store.support import (
    GAME,
    OTHER,
    chain,
    drafts,
    end_of,
    entries,
    fill,
    put,
    rechained,
)

FIELDS = (*CHAINED, DIGEST)


@pytest.fixture
def corrupt(log):
    """Reading the log fails at a version, for a reason with these words in it."""

    def check(version, words):
        with pytest.raises(CorruptLog, match=words) as caught:
            log.read(GAME)
        assert (caught.value.game_id, caught.value.version) == (GAME, version)

    return check


@pytest.mark.parametrize("version", [1, 3, 5])
def test_no_field_of_any_entry_can_be_changed(redis, corrupt, version):
    for field in FIELDS:
        stream = chain(drafts(5))
        stream[version - 1][field] += b"0"
        put(redis, stream)

        corrupt(version, "digest chain is broken")


def test_no_field_can_be_missing(redis, corrupt):
    for field in FIELDS:
        stream = chain(drafts(5))
        del stream[2][field]
        put(redis, stream)

        corrupt(3, f"malformed: b'{field.decode()}'")


def test_text_cannot_be_moved_from_one_field_to_the_next(redis, corrupt):
    stream = chain(drafts(5))
    stream[0][b"k"], stream[0][b"x"] = b"key.1sea", b"l"
    put(redis, stream)

    corrupt(1, "digest chain is broken")


def test_entries_cannot_change_places(redis, corrupt):
    stream = chain(drafts(5))
    stream[2], stream[3] = stream[3], stream[2]
    put(redis, stream)

    corrupt(3, "digest chain is broken")


def test_an_entry_cannot_come_twice(redis, corrupt):
    stream = chain(drafts(5))
    put(redis, [*stream[:3], stream[2], *stream[3:]])

    corrupt(4, "digest chain is broken")


def test_an_entry_cannot_be_left_out_and_the_rest_move_up(redis, corrupt):
    stream = chain(drafts(5))
    put(redis, [*stream[:2], *stream[3:]])

    corrupt(3, "digest chain is broken")


def test_another_games_entry_cannot_stand_in(redis, corrupt):
    stream = chain(drafts(5))
    stream[3] = chain(drafts(5, seed="b"))[3]
    put(redis, stream)

    corrupt(4, "digest chain is broken")


@pytest.mark.parametrize(
    ("deleted", "found"), [(1, "2-0"), (3, "4-0"), (4, "5-0")], ids=str
)
def test_a_gap_is_found(log, redis, corrupt, deleted, found):
    fill(log, 5)
    redis.xdel(log_key(GAME), f"{deleted}-0")

    corrupt(deleted, f"expected entry {deleted}-0, found {found}")


def test_a_log_without_its_beginning_is_found(log, redis, corrupt):
    fill(log, 5)
    redis.xtrim(log_key(GAME), maxlen=2, approximate=False)

    corrupt(1, "expected entry 1-0, found 4-0")


@pytest.mark.parametrize("entry_id", ["2-1", "4-0", "3-1"])
def test_an_entry_of_another_numbering_is_found(log, redis, corrupt, entry_id):
    fill(log, 2)
    redis.xadd(log_key(GAME), chain(drafts(3))[2], id=entry_id)

    corrupt(3, f"expected entry 3-0, found {entry_id}")


def test_a_gap_in_a_tail_and_in_a_range_is_found_too(log, redis):
    fill(log, 6)
    redis.xdel(log_key(GAME), "5-0")

    with pytest.raises(CorruptLog, match="expected entry 5-0"):
        log.tail(GAME, end_of(3))
    with pytest.raises(CorruptLog, match="expected entry 5-0"):
        log.read(GAME, last=6)


@pytest.mark.parametrize("version", [4, 5, 6])
def test_a_broken_chain_in_a_tail_is_found_too(log, redis, version):
    stream = chain(drafts(6))
    stream[version - 1][b"t"] = b"0"
    put(redis, stream)

    with pytest.raises(CorruptLog, match="chain is broken") as caught:
        log.tail(GAME, end_of(3))

    assert (caught.value.game_id, caught.value.version) == (GAME, version)


@pytest.mark.parametrize("kind", ["string", "list", "hash"])
def test_a_key_of_another_kind_is_no_log(log, redis, kind):
    key = log_key(GAME)
    make = {"string": redis.set, "list": redis.rpush}
    redis.hset(key, "a", "b") if kind == "hash" else make[kind](key, "b")

    for look in (
        lambda: log.read(GAME),
        lambda: log.tail(GAME, Position(1, "digest")),
        lambda: log.info(GAME),
    ):
        with pytest.raises(CorruptLog, match="does not hold a stream") as caught:
            look()
        assert caught.value.game_id == GAME


MALFORMED = {
    "JSON that ends early": {b"e": b'[["tiles_taken",0'},
    "no JSON": {b"e": b"\x00\xff"},
    "an event that is no list": {b"e": b"[5]"},
    "an event without a name": {b"e": b"[[]]"},
    "events that are no list": {b"e": b"7"},
    "an unknown event": {b"e": b'[["tiles_stolen",0,1]]'},
    "a name that is no text": {b"e": b"[[[],0]]"},
    "nothing": {b"e": b"null"},
    "nesting without end": {b"e": b"[" * 100_000},
    "a newer schema": {b"v": b"%d" % (SCHEMA + 1)},
    "a schema from before the first": {b"v": b"0"},
    "a schema that is no number": {b"v": b"one"},
    "a time that is no number": {b"t": b"noon"},
    "a seat that is no number": {b"by": b"Ana"},
    "a key that is no text": {b"k": b"\xff"},
    "an encrypted seed that is no text": {b"x": b"\xff"},
}


@pytest.mark.parametrize("fields", MALFORMED.values(), ids=MALFORMED)
def test_an_entry_that_makes_no_sense_is_refused_though_its_digest_fits(fields):
    stream = chain(drafts(5))
    stream[2].update(fields)

    refused(rechained(stream))


def refused(stream):
    """The third entry is, and reading the log of any store reads it so."""
    redis = fakeredis.FakeRedis()
    put(redis, stream)
    with pytest.raises(CorruptLog, match="the entry is malformed") as caught:
        RedisGameLog(redis).read(GAME)
    assert caught.value.version == 3


def with_event(change):
    """A log whose third entry holds an event changed by `change`, digests fitting."""
    stream = chain(drafts(5))
    events = msgspec.json.decode(stream[2][b"e"])
    change(events[0])
    stream[2][b"e"] = msgspec.json.encode(events)
    return rechained(stream)


WRONG_EVENTS = {
    "one field too many": lambda event: event.append(1),
    "one field too few": lambda event: event.pop(),
    "a seat as text": lambda event: event.__setitem__(1, "0"),
    "a seat as fraction": lambda event: event.__setitem__(1, 0.5),
    "an unknown color": lambda event: event.__setitem__(3, "green"),
    "a count as switch": lambda event: event.__setitem__(5, True),
    "a switch as number": lambda event: event.__setitem__(9, 1),
}


@pytest.mark.parametrize("change", WRONG_EVENTS.values(), ids=WRONG_EVENTS)
def test_an_event_with_other_fields_than_its_own_is_refused(change):
    refused(with_event(change))


def test_a_damaged_game_leaves_the_others_alone(log, redis, corrupt):
    fill(log, 5, OTHER)
    stream = chain(drafts(5))
    stream[0][b"t"] = b"0"
    put(redis, stream)
    before = redis.xrange(log_key(GAME))

    corrupt(1, "digest chain is broken")

    assert log.read(OTHER) == entries(5, OTHER)
    assert redis.xrange(log_key(GAME)) == before, "nothing is repaired in silence"


def test_a_log_copied_under_another_games_key_is_refused(log, redis):
    fill(log, 3)
    put(redis, [fields for _, fields in redis.xrange(log_key(GAME))], OTHER)

    with pytest.raises(CorruptLog, match="digest chain is broken"):
        log.read(OTHER)


@pytest.mark.parametrize("missing", ["1-0", "3-0"])
def test_nothing_is_appended_behind_a_gap_though_the_end_is_as_it_was(
    log, redis, missing
):
    digest = fill(log, 5)
    redis.xdel(log_key(GAME), missing)
    before = redis.xrange(log_key(GAME))

    with pytest.raises(CorruptLog, match=f"expected entry {missing}"):
        log.append(GAME, Position(5, digest), drafts(6)[5])

    assert redis.xrange(log_key(GAME)) == before


def test_the_extent_of_a_log_tells_of_entries_deleted_from_its_end(log, redis):
    assert log.info(GAME) is None
    fill(log, 5)
    assert log.info(GAME) == (5, 5)

    redis.xdel(log_key(GAME), "5-0")
    assert log.info(GAME) == (4, 5)


def test_what_is_no_log_has_no_extent(log, redis):
    redis.set(log_key(GAME), "b")

    with pytest.raises(CorruptLog, match="the key does not hold a stream"):
        log.info(GAME)
