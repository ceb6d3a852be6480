"""R31: a game ends, however its players try to prevent it."""

from collections.abc import Sequence

import pytest

from service.rules import (
    BOARDS,
    Command,
    CreateGame,
    PlaceTile,
    State,
    TakeTiles,
    TilePlaced,
)
from tests.reference import seeded_draw
from tests.rules.games import Chooser, Game, SameDraws, play
from tests.rules.support import NAMES


def drop_everything(state: State, options: Sequence[Command]) -> Command:
    """Take to the floor line, always."""
    return options[-1]


def avoid_rows(state: State, options: Sequence[Command]) -> Command:
    """Fill every row up to four tiles, and then no more."""
    return next((one for one in options if not completes_row(state, one)), options[-1])


def stall(state: State, options: Sequence[Command]) -> Command:
    """Let a wall grow only where the game would end otherwise, by one tile."""
    if isinstance(options[0], PlaceTile):
        return avoid_rows(state, options)
    grows = any(
        line.count > number
        for player in state.players
        for number, line in enumerate(player.pattern_lines)
    )
    if grows or state.stalled_rounds < 2:
        return options[-1]
    return avoid_rows(state, options)


def completes_row(state: State, command: Command) -> bool:
    """Whether the command fills the line of a row that lacks one tile only."""
    if not isinstance(command, TakeTiles) or command.line is None:
        return False
    return state.players[command.seat].wall[command.line].count(None) == 1


STRATEGIES = [drop_everything, avoid_rows, stall]


def rounds_and_tiles(game: Game) -> tuple[int, int]:
    """How many rounds were played, and how many tiles put on walls."""
    placed = [
        event
        for version in game
        for event in version.events
        if isinstance(event, TilePlaced)
    ]
    return game[-1].state.round, len(placed)


def play_with(board: str, choosers: Sequence[Chooser], seed: int) -> Game:
    """A game in which each seat has a strategy of its own."""

    def choose(state: State, options: Sequence[Command]) -> Command:
        seat = options[0].seat  # type: ignore[union-attr]
        own = [option for option in options if option.seat == seat]  # type: ignore[union-attr]
        return choosers[seat](state, own)

    create = CreateGame(NAMES[: len(choosers)], board, 0)
    return Game(play(create, choose, SameDraws(seeded_draw(seed))))


def assert_ends(game: Game) -> None:
    """Every third round at the latest, a tile goes to a wall, or it is over."""
    rounds, tiles = rounds_and_tiles(game)
    assert game[-1].state.phase == "finished"
    assert rounds <= 3 * (tiles + 1)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: one.__name__)
def test_r31_a_game_ends_even_if_all_players_try_to_prevent_it(board, seats, strategy):
    for seed in range(3):
        assert_ends(play_with(board, [strategy] * seats, seed))


@pytest.mark.parametrize("board", BOARDS)
def test_r31_a_game_ends_also_if_each_prevents_it_in_another_way(board):
    for seed in range(3):
        assert_ends(play_with(board, [stall, *STRATEGIES], seed))


@pytest.mark.parametrize("board", BOARDS)
def test_r31_stalling_makes_a_long_game_but_not_an_endless_one(board):
    game = play_with(board, [stall, stall], seed=0)

    rounds, tiles = rounds_and_tiles(game)
    assert rounds > 50
    assert game[-1].state.result.reason == "no_progress"
    assert tiles <= 2 * 20
