"""When a game ends, and who has won it."""

import pytest

from service.rules import (
    BOARDS,
    CreateGame,
    FloorCleared,
    GameEnded,
    PlaceTile,
    RoundStarted,
    Standing,
    TakeTiles,
    TilePlaced,
    TilesTaken,
    legal_moves,
)
from tests.rules.support import FREE, LAST, NAMES, a, given, player, table

ROW_NEXT = {"wall": ["byrk."], "lines": {0: "w"}}
"""Completes its top row in this round: 5 points, and 2 at the end."""


def test_r20_the_game_ends_after_the_round_in_which_someone_completes_a_row():
    state = (
        given(table(player(**ROW_NEXT, score=10), displays=["k"]))
        .when(LAST)
        .then(
            a(TilesTaken),
            a(TilePlaced, horizontal=5, points=5, score=15),
            GameEnded(
                reason="row_completed",
                winners=(0,),
                standings=(
                    Standing(0, 1, 17, 1, 0, 0, 2, 0, 0),
                    Standing(1, 2, 0, 0, 0, 0, 0, 0, 0),
                ),
                seed="seed",
                seed_salt="salt",
            ),
        )
    )

    assert (state.phase, state.current_seat) == ("finished", None)
    assert (state.seed, state.seed_salt) == ("seed", "salt")


def test_r20_that_phase_is_carried_out_in_full_for_everyone_floor_lines_included():
    first = player(**ROW_NEXT, floor="r")
    second = player(lines={1: "ww"}, floor="*yy", score=8)

    given(table(first, second, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, seat=0, score=5),
        a(TilePlaced, seat=1, score=9),
        a(FloorCleared, seat=0, score=4),
        a(FloorCleared, seat=1, penalty=-4, score=5),
        a(GameEnded, reason="row_completed"),
    )


def test_r20_a_line_that_will_complete_a_row_does_not_stop_the_factory_offer():
    state = (
        given(table(player(wall=["byrk."]), displays=["w", "rrrr", "k"]))
        .when(TakeTiles(0, 0, "white", 0), TakeTiles(1, 1, "red", 3))
        .then(a(TilesTaken))
    )

    assert state.phase == "factory_offer"


def test_r20_tiles_in_the_last_column_do_not_end_the_game_before_a_row_is_complete():
    mine = player(wall=["....w", "....k", "....r"], lines={3: "yyyy"})

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken), a(TilePlaced, column=4), a(RoundStarted)
    )


@pytest.mark.parametrize("last", range(5))
def test_r20_a_row_may_be_completed_at_any_of_its_spaces(last):
    row = "kwbyr"
    mine = player(
        wall=[FREE, FREE, row[:last] + "." + row[last + 1 :]],
        lines={2: row[last] * 3},
    )

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken), a(TilePlaced, column=last), a(GameEnded, reason="row_completed")
    )


def test_r20_a_complete_column_or_color_does_not_end_the_game():
    column = player(wall=["b....", "w....", "k....", "r...."], lines={4: "yyyyy"})
    color = player(wall=["b....", ".b...", "..b..", "...b."], lines={4: "bbbbb"})

    given(table(column, color, displays=["k"])).when(
        TakeTiles(seat=0, display=0, color="black", line=1)
    ).then(a(TilesTaken), a(TilePlaced), a(TilePlaced), a(RoundStarted))


@pytest.mark.parametrize(
    "command", [TakeTiles(0, 0, "black", 0), PlaceTile(0, 0, 0)], ids=["take", "place"]
)
def test_r20_after_the_end_nothing_can_be_played(command):
    ended = given(table(player(**ROW_NEXT), displays=["k"])).when(LAST)

    ended.when(command).then_refused("game_finished")


def outcome(score, *others, board="colored"):
    """The result if the first player, with that score, completes a row.

    That adds 5 points and the bonus. Each other player has a score before bonuses and
    0 or 1 complete rows.
    """
    finisher = player(**ROW_NEXT, score=score)
    boards = [
        player(wall=["byrkw"] if rows else [], score=points) for points, rows in others
    ]
    full = table(finisher, *boards, board=board, displays=["k"])
    state = given(full).when(LAST).state
    assert state is not None
    assert state.result is not None
    return state.result


def ranks(result):
    return [(one.seat, one.rank) for one in result.standings]


def test_r22_most_points_win_even_if_another_player_completed_the_row():
    assert outcome(0, (8, 0)).winners == (1,)
    assert outcome(2, (8, 0)).winners == (0,)


def test_r22_among_the_tied_more_complete_rows_win():
    result = outcome(0, (7, 0))

    assert [one.score for one in result.standings] == [7, 7]
    assert result.winners == (0,)


def test_r22_those_tied_in_points_and_rows_share_the_victory():
    result = outcome(0, (5, 1), (7, 0))

    assert [one.score for one in result.standings] == [7, 7, 7]
    assert result.winners == (0, 1)
    assert ranks(result) == [(0, 1), (1, 1), (2, 3)]


def test_r22_rows_of_players_who_are_not_tied_for_most_points_do_not_matter():
    result = outcome(0, (40, 0), (20, 1), (40, 0))

    assert result.winners == (1, 3)


def test_r22_tiles_left_on_lines_or_walls_do_not_break_a_tie():
    fuller = player(wall=["b....", FREE, ".w..."], lines={3: "rr"}, score=7)
    finisher = player(**ROW_NEXT)
    full = table(finisher, fuller, player(score=9), player(score=9), displays=["k"])

    state = given(full).when(LAST).then(a(TilesTaken), a(TilePlaced), a(GameEnded))

    assert state.result is not None
    assert state.result.winners == (2, 3)


def test_r33_behind_the_winner_points_then_rows_decide():
    result = outcome(3, (30, 0), (10, 0), (8, 1))

    assert [one.score for one in result.standings] == [30, 10, 10, 10]
    assert ranks(result) == [(1, 1), (0, 2), (3, 2), (2, 4)]


def test_r33_equal_in_both_they_share_the_rank_and_the_next_one_is_skipped():
    assert ranks(outcome(0, (9, 0), (9, 0))) == [(1, 1), (2, 1), (0, 3)]
    assert ranks(outcome(30, (9, 0), (9, 0), (1, 0))) == [
        (0, 1),
        (1, 2),
        (2, 2),
        (3, 4),
    ]


@pytest.mark.parametrize("board", BOARDS)
def test_r30_rows_end_the_game_and_break_the_tie_on_every_board(board):
    row = BOARDS[board].bonuses.row

    result = outcome(0, (5 + row, 0), (5, 1), board=board)

    assert result.reason == "row_completed"
    assert [one.score for one in result.standings] == [5 + row] * 3
    assert result.winners == (0, 2)


def drop_a_round(game):
    """Everybody takes everything to the floor line until the round is over."""
    number = game.state.round
    while (game.state.round, game.state.phase) == (number, "factory_offer"):
        move = next(move for move in legal_moves(game.state) if move.line is None)
        game.when(TakeTiles(game.state.current_seat, *move))
    return game.events[-1]


@pytest.mark.parametrize("board", BOARDS)
def test_r31_three_rounds_in_a_row_without_a_tile_on_a_wall_end_the_game(board):
    game = given(None).when(CreateGame(NAMES[:3], board, 0))

    assert drop_a_round(game) == a(RoundStarted, round=2)
    assert drop_a_round(game) == a(RoundStarted, round=3)
    assert drop_a_round(game) == a(GameEnded, reason="no_progress", winners=(0, 1, 2))


def test_r31_a_tile_on_a_wall_restarts_the_count():
    mine = player(lines={0: "b"})

    state = (
        given(table(mine, displays=["k"], stalled_rounds=2))
        .when(LAST)
        .then(a(TilesTaken), a(TilePlaced), a(RoundStarted))
    )

    assert (state.stalled_rounds, state.wall_grew) == (0, False)


def test_r31_one_player_who_tiles_is_enough_for_all():
    other = player(lines={0: "b"})

    given(table(player(), other, displays=["k"], stalled_rounds=2)).when(LAST).then(
        a(TilesTaken), a(TilePlaced, seat=1), a(RoundStarted)
    )


def test_r31_ends_with_final_scoring():
    mine = player(wall=["b....", "w....", "k....", "r....", "y...."], score=4)

    state = (
        given(table(player(), mine, displays=["k"], stalled_rounds=2))
        .when(LAST)
        .then(a(TilesTaken), a(GameEnded, reason="no_progress", winners=(1,)))
    )

    assert state.stalled_rounds == 3
    assert [one.score for one in state.players] == [0, 11]
