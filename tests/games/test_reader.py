"""Reading: the game now, as it was, and how it got there."""

import pytest

from service.games.cache import GameCache
from service.games.errors import GameNotFound, VersionNotFound
from service.rules import fold
from tests.games.support import Process, stored

NOBODY = "x" * 22


@pytest.fixture
def made(one):
    """A game at version 12."""
    made = one.create()
    for _ in range(11):
        one.step(made)
    return made


def versions(entries):
    return [entry.version for entry in entries]


def test_the_current_game_is_the_same_from_log_and_from_memory(one, redis, made):
    assert one.now(made) == Process(redis).now(made)
    assert one.now(made).state == Process(redis).now(made).state
    assert one.now(made).version == 12


def test_each_version_is_what_its_entries_add_up_to(one, made):
    entries = one.log.read(made.game.id)
    state = None
    for version in range(1, 13):
        state = fold(entries[version - 1].events, state)
        game = one.reader.at(made.game.id, version)

        assert (game.version, game.state) == (version, state)
        assert game.digest == entries[version - 1].digest
        assert game.keys == tuple(entry.key for entry in entries[:version])


def test_an_earlier_version_stays_the_same_while_the_game_goes_on(one, made):
    before = one.reader.at(made.game.id, 5)
    one.step(made)

    assert one.reader.at(made.game.id, 5) == before
    assert one.reader.at(made.game.id, 5).state == before.state


def test_a_version_beyond_the_end_is_not_found_and_the_last_one_named(one, made):
    for version in (13, 14, 10**9):
        with pytest.raises(VersionNotFound, match="at version 12"):
            one.reader.at(made.game.id, version)


def test_where_no_game_is_nothing_is_found(one):
    for look in (
        lambda: one.reader.current(NOBODY),
        lambda: one.reader.at(NOBODY, 1),
        lambda: one.reader.history(NOBODY, 0, 10),
    ):
        with pytest.raises(GameNotFound):
            look()
    assert one.cache.get(NOBODY) is None


@pytest.mark.parametrize(
    ("after", "limit", "found", "following"),
    [
        (0, None, range(1, 13), None),
        (0, 5, range(1, 6), 5),
        (5, 5, range(6, 11), 10),
        (10, 5, range(11, 13), None),
        (0, 12, range(1, 13), None),
        (0, 11, range(1, 12), 11),
        (11, 1, range(12, 13), None),
        (11, None, range(12, 13), None),
        (12, 5, (), None),
        (99, 5, (), None),
        (99, None, (), None),
    ],
)
def test_a_page_holds_whole_versions_and_names_the_next(
    one, made, after, limit, found, following
):
    page = one.reader.history(made.game.id, after, limit)

    assert versions(page.entries) == list(found)
    assert page.next_after == following
    assert (page.game_id, page.version) == (made.game.id, 12)


@pytest.mark.parametrize("limit", [1, 2, 5, 7, 12, 500])
def test_pages_put_together_are_the_whole_log(one, made, limit):
    after, entries = 0, []
    while after is not None:
        page = one.reader.history(made.game.id, after, limit)
        entries += page.entries
        after = page.next_after

    assert entries == one.log.read(made.game.id)


def test_a_game_is_known_only_once_it_was_looked_at(one, two, made):
    assert one.cache.get(made.game.id) == one.now(made)
    assert two.cache.get(made.game.id) is None

    two.now(made)

    assert two.cache.get(made.game.id).version == 12


def test_reading_a_past_version_keeps_the_current_one_in_the_cache(one, made):
    one.reader.at(made.game.id, 3)

    assert one.cache.get(made.game.id).version == 12


def test_reading_changes_nothing_in_the_store(one, two, made, redis):
    before = stored(redis, made)
    for process in (one, two):
        process.now(made)
        process.reader.at(made.game.id, 3)
        process.reader.history(made.game.id, 0, 3)

    assert stored(redis, made) == before
    assert redis.dbsize() == 1


def test_two_games_are_equal_if_one_history_led_to_both(one, two, made):
    at = one.reader.at

    assert at(made.game.id, 5) == two.reader.at(made.game.id, 5)
    assert hash(at(made.game.id, 5)) == hash(two.reader.at(made.game.id, 5))
    assert at(made.game.id, 5) != at(made.game.id, 6)
    assert at(made.game.id, 5) != at(made.game.id, 5).state


def test_the_cache_keeps_the_newest_version_whichever_comes_last(one, made):
    cache = GameCache(4)
    games = [one.reader.at(made.game.id, version) for version in (3, 7, 5)]
    for game in games:
        cache.put(game)

    assert cache.get(made.game.id).version == 7


def test_the_cache_keeps_the_games_that_were_used_last(one):
    games = [one.create().game for _ in range(4)]
    cache = GameCache(3)
    for game in games[:3]:
        cache.put(game)
    cache.get(games[0].id)
    cache.put(games[3])

    assert [cache.get(game.id) is not None for game in games] == [
        *(True, False, True, True)
    ]


def test_what_was_dropped_from_the_cache_is_gone(one, made):
    cache = GameCache(3)
    cache.put(made.game)
    cache.drop(made.game.id)
    cache.drop(made.game.id)

    assert cache.get(made.game.id) is None
