"""Contract of every store: what is read back, whole, in part, and from a tail on."""

import pytest

from service.store import START, Draft, Position
from service.store.redis_log import log_key
from tests.store.support import GAME, chain, drafts, end_of, entries, fill, put


def test_there_is_nothing_to_read_where_no_game_is(log):
    assert log.read(GAME) == []


@pytest.mark.parametrize("last", [None, 1, 7, 12, 99])
def test_a_log_is_read_up_to_a_version_or_to_its_end(log, last):
    fill(log, 12)

    assert log.read(GAME, last) == entries(12)[:last]


def test_everything_of_an_entry_comes_back(log):
    draft = Draft(
        at=1_790_000_000_123,
        by=3,
        key="0123456789abcdef01234567.ab-_",
        encrypted_seed="gAAAA==",
        events=drafts(2)[1].events,
    )
    assert log.append(GAME, START, draft)

    (entry,) = log.read(GAME)

    assert (entry.version, len(entry.digest)) == (1, 22)
    assert (
        Draft(entry.at, entry.by, entry.key, entry.encrypted_seed, entry.events)
        == draft
    )


def test_names_of_any_script_come_back(log):
    fill(log, 1)

    (created, _) = log.read(GAME)[0].events

    assert [player.name for player in created.players] == ["Ana", "Žofie"]


def test_the_tail_holds_what_came_after_a_version(log):
    fill(log, 9)
    story = entries(9)

    for version in range(1, 10):
        known = story[version - 1]
        assert log.tail(GAME, Position(version, known.digest)) == story[version:]


def test_a_log_that_was_rewound_has_no_tail(log, redis):
    put(redis, chain(drafts(4)))

    assert log.tail(GAME, end_of(6)) is None


def test_a_log_that_was_replaced_has_no_tail(log, redis):
    put(redis, chain(drafts(9, seed="b")))

    assert log.tail(GAME, end_of(6)) is None


def test_a_log_that_was_rewound_and_went_on_differently_has_no_tail(log, redis):
    known = chain(drafts(8))
    fork = chain(drafts(8, seed="b")[4:], GAME, entries(4)[-1].digest)
    put(redis, [*known[:4], *fork])

    assert log.tail(GAME, end_of(4)) is not None
    assert log.tail(GAME, end_of(6)) is None


def test_a_deleted_log_has_no_tail(log, redis):
    digest = fill(log, 6)
    redis.delete(log_key(GAME))

    assert log.tail(GAME, Position(6, digest)) is None


def test_a_tail_whose_own_entry_was_deleted_is_none_though_others_follow(log, redis):
    fill(log, 6)
    redis.xdel(log_key(GAME), "4-0")

    assert log.tail(GAME, end_of(4)) is None


def test_all_games_are_listed_once_and_nothing_else_is(log, redis):
    names = {f"{number:022d}" for number in range(60)}
    for name in names:
        fill(log, 1, name)
    for key in ("azul:other", "azul:{x}:names", "x:azul:{y}:log", "azul:{z}:log:old"):
        redis.set(key, "1")

    assert sorted(log.game_ids()) == sorted(names)


def test_a_store_without_games_lists_none(log):
    assert list(log.game_ids()) == []
