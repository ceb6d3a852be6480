"""A player's command: judged by the game as it is, carried out once."""

import pytest

from service.credentials.errors import TokenInvalid, WrongGame
from service.games.errors import (
    GameNotFound,
    VersionMismatch,
)
from service.rules import BOARDS, Refused, TakeTiles, fold, legal_moves
from service.store.redis_log import log_key
from tests.games.support import Process, finished, key, stored, tiling


@pytest.fixture
def made(one):
    return one.create()


def test_a_command_moves_the_game_on_by_one_version(one, made):
    command = one.next(made)

    outcome = one.act(made, command)

    assert outcome.game.version == 2
    assert outcome.replayed is False
    assert outcome.game.state == fold(outcome.events, made.game.state)
    assert one.now(made) == outcome.game


def test_the_token_says_which_seat_acts(one, made):
    """The command is made from the seat, so a command cannot name another one."""
    asked = []

    def command_of(seat):
        asked.append(seat)
        return TakeTiles(seat, *legal_moves(made.game.state)[0])

    with pytest.raises(Refused, match="turn of Ana"):
        one.act_with(made.game.id, made.tokens[1], command_of)
    one.act_with(made.game.id, made.tokens[0], command_of)

    assert asked == [1, 0]


def test_a_game_that_is_not_there(one, made):
    with pytest.raises(GameNotFound):
        one.act_with("x" * 22, made.tokens[0], lambda seat: one.next(made))


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é", "." * 40])
def test_a_token_of_no_seat(one, made, token):
    with pytest.raises(TokenInvalid):
        one.act_with(made.game.id, token, lambda seat: one.next(made))


def test_a_token_of_another_game(one, made):
    other = one.create()

    with pytest.raises(WrongGame):
        one.act_with(made.game.id, other.tokens[0], lambda seat: one.next(made))


def test_what_is_refused_changes_nothing(one, made, redis):
    before = stored(redis, made)
    move = legal_moves(made.game.state)[0]

    for command in (
        TakeTiles(1, *move),
        TakeTiles(0, 99, "red", 0),
        TakeTiles(0, None, "red", 0),
        TakeTiles(0, *move, dropped=4),
    ):
        with pytest.raises(Refused):
            one.act(made, command)

    assert stored(redis, made) == before
    assert one.now(made) == made.game


def test_a_finished_game_takes_no_command(one, made, redis):
    one.play(made, finished)
    before = len(stored(redis, made))

    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            one.act(made, TakeTiles(seat, 0, "red", 0))
        assert refused.value.code == "game_finished"

    assert len(stored(redis, made)) == before


def test_a_refused_command_binds_no_key(one, two, made):
    with pytest.raises(Refused):
        one.act(made, TakeTiles(0, None, "red", 0), key(1))

    outcome = two.act(made, one.next(made), key(1))

    assert outcome.replayed is False
    assert outcome.game.version == 2


def test_a_command_refused_for_its_version_binds_no_key(one, made):
    command = one.next(made)
    with pytest.raises(VersionMismatch):
        one.act(made, command, key(1), version=9)

    assert one.act(made, command, key(1), version=1).replayed is False


@pytest.mark.parametrize("version", [None, 1])
def test_the_version_that_is_asked_for_may_be_acted_on(one, made, version):
    assert one.act(made, one.next(made), version=version).game.version == 2


@pytest.mark.parametrize("version", [2, 4, 1000])
def test_any_other_version_is_a_mismatch_that_names_the_games(one, made, version):
    one.step(made)
    one.step(made)

    with pytest.raises(VersionMismatch, match="at version 3") as mismatch:
        one.step(made, version=version)

    assert mismatch.value.version == 3
    assert one.now(made).version == 3


def test_a_mismatch_comes_before_the_rules(one, made):
    """The player has not seen the position that the rules would be quoted on."""
    one.step(made)

    with pytest.raises(VersionMismatch):
        one.act(made, TakeTiles(0, 99, "red", 0), version=1)


def test_history_replays_to_every_version(one, made):
    end = one.play(made, lambda state: state.round == 3)
    page = one.reader.history(made.game.id, 0, None)

    assert page.version == end.version
    assert [entry.version for entry in page.entries] == [*range(1, end.version + 1)]
    state = None
    for entry in page.entries:
        state = fold(entry.events, state)
        assert one.reader.at(made.game.id, entry.version).state == state


def test_each_entry_says_who_acted(one, made):
    one.play(made, lambda state: state.round == 2)
    entries = one.reader.history(made.game.id, 0, None).entries

    assert entries[0].by is None
    assert [entry.by for entry in entries[1:]] == [
        entry.events[0].seat for entry in entries[1:]
    ]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_are_played_and_found_again_on_every_board(
    redis, one, board, players
):
    made = one.create(board=board, players=players, seed=None)

    end = one.play(made, finished, luck=players)

    assert end.state.result is not None
    assert Process(redis).now(made) == end
    assert Process(redis).now(made).state == end.state


def test_placing_tiles_is_a_command_like_any_other(one, two):
    made = one.create(board="gray")
    before = one.play(made, tiling)
    command = one.next(made)

    outcome = two.act(made, command, key(1))
    again = one.act(made, command, key(1))

    assert outcome.game.version == before.version + 1
    assert outcome.events[0][:3] == command
    assert again.replayed
    assert again.game == outcome.game


def test_a_deleted_game_is_not_found_and_not_recreated(one, two, made, redis):
    command = one.next(made)
    redis.delete(log_key(made.game.id))

    for process in (one, two):
        with pytest.raises(GameNotFound):
            process.act(made, command)

    assert redis.dbsize() == 0
