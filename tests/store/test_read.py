"""Contract of every store: what is read back, whole, in part, and from a tail on."""

import pytest

from service.store import CorruptLog, Draft
from service.store.entry import encode
from service.store.log import log_key
from tests.store.support import GAME, OTHER, chain, drafts, entries, fill, put


def test_there_is_nothing_to_read_where_no_game_is(log):
    assert log.read(GAME) == []


@pytest.mark.parametrize(
    ("first", "last"),
    [(1, None), (1, 7), (3, 7), (7, 7), (12, 99)],
)
def test_a_range_is_read_from_its_first_version_to_its_last(log, first, last):
    fill(log, 12)
    story = entries(12)
    previous = story[first - 2].digest if first > 1 else ""

    assert log.read(GAME, first, last, previous) == story[first - 1 : last]


@pytest.mark.parametrize(("first", "last"), [(13, None), (5, 4)])
def test_a_range_beyond_the_end_or_of_no_length_is_empty(log, first, last):
    fill(log, 12)

    assert log.read(GAME, first, last, previous=None) == []


def test_a_piece_may_be_read_without_the_digest_before_it(log):
    fill(log, 12)

    assert log.read(GAME, 5, 8, previous=None) == entries(12)[4:8]


def test_a_piece_behind_another_history_is_refused(log):
    fill(log, 12)
    elsewhere = entries(4, seed="b")[-1].digest

    with pytest.raises(CorruptLog, match="chain") as caught:
        log.read(GAME, 5, 8, previous=elsewhere)

    assert caught.value.version == 5


def test_everything_of_an_entry_comes_back(log):
    draft = Draft(
        at=1_790_000_000_123,
        by=3,
        key="0123456789abcdef01234567.ab-_",
        seal="gAAAA==",
        events=drafts(2)[1].events,
    )
    assert log.append(GAME, 0, "", encode(GAME, draft))

    (entry,) = log.read(GAME)

    assert (entry.version, len(entry.digest)) == (1, 22)
    assert Draft(entry.at, entry.by, entry.key, entry.seal, entry.events) == draft


def test_names_of_any_script_come_back(log):
    fill(log, 1)

    (created, _) = log.read(GAME)[0].events

    assert [player.name for player in created.players] == ["Ana", "Žofie"]


def test_the_tail_holds_what_came_after_a_version(log):
    fill(log, 9)
    story = entries(9)

    for version in range(1, 10):
        known = story[version - 1]
        assert log.tail(GAME, version, known.digest) == story[version:]


def test_a_log_that_was_rewound_has_no_tail(log, redis):
    put(redis, chain(drafts(4)))

    assert log.tail(GAME, 6, entries(6)[-1].digest) is None


def test_a_log_that_was_replaced_has_no_tail(log, redis):
    put(redis, chain(drafts(9, seed="b")))

    assert log.tail(GAME, 6, entries(6)[-1].digest) is None


def test_a_log_that_was_rewound_and_went_on_differently_has_no_tail(log, redis):
    known = chain(drafts(8))
    fork = chain(drafts(8, seed="b")[4:], entries(4)[-1].digest)
    put(redis, [*known[:4], *fork])

    assert log.tail(GAME, 4, entries(4)[-1].digest) is not None
    assert log.tail(GAME, 6, entries(6)[-1].digest) is None


def test_a_deleted_log_has_no_tail(log, redis):
    digest = fill(log, 6)
    redis.delete(log_key(GAME))

    assert log.tail(GAME, 6, digest) is None


def test_a_tail_whose_own_entry_was_deleted_is_none_though_others_follow(log, redis):
    fill(log, 6)
    redis.xdel(log_key(GAME), "4-0")

    assert log.tail(GAME, 4, entries(4)[-1].digest) is None


def test_an_entry_is_found_again_by_its_digest_alone(log):
    digest = fill(log, 3)
    ours = encode(digest, drafts(4)[3])
    theirs = encode(digest, drafts(4)[3]._replace(key="another"))
    assert log.append(GAME, 3, digest, ours)

    assert log.was_written(GAME, 4, ours) is True
    assert log.was_written(GAME, 4, theirs) is False


def test_an_entry_that_never_came_or_stands_elsewhere_is_not_found(log):
    fill(log, 3)
    stream = chain(drafts(5))

    assert log.was_written(GAME, 4, stream[3]) is False
    assert log.was_written(GAME, 3, stream[1]) is False
    assert log.was_written(OTHER, 1, stream[0]) is False


def test_all_games_are_listed_once_and_nothing_else_is(log, redis):
    names = {f"{number:022d}" for number in range(60)}
    for name in names:
        fill(log, 1, name)
    for key in ("azul:other", "azul:{x}:names", "x:azul:{y}:log", "azul:{z}:log:old"):
        redis.set(key, "1")

    assert sorted(log.game_ids()) == sorted(names)


def test_a_store_without_games_lists_none(log):
    assert list(log.game_ids()) == []
