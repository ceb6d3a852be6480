"""The two crystal boards: printed spaces, double points, other costs and bonuses."""

import pytest

from service.rules import (
    BOARDS,
    FloorCleared,
    GameEnded,
    PlaceTile,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
    legal_placements,
)
from tests.rules.support import LAST, a, given, player, spelled, table

CRYSTAL = ["crystal_1", "crystal_2"]
COSTS = [(1, 1), (2, 1), (3, 2), (4, 4), (5, 5), (6, 7), (7, 10)]


def tiling(board, *players):
    return given(table(*players, board=board, displays=["k"])).when(LAST)


def columns(board, mine):
    (placement,) = legal_placements(tiling(board, mine).state)
    return placement.columns


def drawn(board):
    return [spelled(row) for row in BOARDS[board].wall]


def test_r27_the_printed_spaces_of_side_1():
    assert drawn("crystal_1") == ["...k.", "w....", "..y..", "....b", ".r..."]


def test_r28_the_printed_spaces_of_side_2():
    assert drawn("crystal_2") == [".....", ".b.r.", "..w..", ".k.y.", "....."]


def test_r26_a_printed_space_takes_its_color_only():
    assert columns("crystal_1", player(lines={0: "b"})) == (0, 1, 2, 4)
    assert columns("crystal_2", player(lines={1: "ww"})) == (0, 2, 4)

    tiling("crystal_1", player(lines={0: "b"})).when(PlaceTile(0, 0, 3)).then_refused(
        "column_not_allowed", "column"
    )


def test_r26_a_color_may_go_elsewhere_in_the_row_that_has_its_printed_space():
    assert columns("crystal_1", player(lines={0: "k"})) == (0, 1, 2, 3, 4)
    assert columns("crystal_2", player(lines={1: "bb"})) == (0, 1, 2, 4)

    tiling("crystal_1", player(lines={0: "k"})).when(PlaceTile(0, 0, 1)).then(
        a(TilePlaced, column=1, color="black"), a(RoundStarted)
    )


@pytest.mark.parametrize("board", CRYSTAL)
def test_r26_no_color_stands_twice_in_a_row_or_column_as_on_the_gray_side(board):
    mine = player(wall=["b....", "....k"], lines={2: "bbb"})

    assert columns(board, mine) == (1, 3, 4)
    given(table(mine, board=board, displays=["kkbb"])).when(
        TakeTiles(seat=0, display=0, color="black", line=1)
    ).then_refused("color_on_wall_row", "line")


@pytest.mark.parametrize(
    ("row", "column", "letter"),
    [(0, 3, "k"), (1, 0, "w"), (2, 2, "y"), (3, 4, "b"), (4, 1, "r")],
)
def test_r27_a_tile_on_a_printed_space_of_side_1_scores_double(row, column, letter):
    mine = player(lines={row: letter * (row + 1)})
    take = TakeTiles(seat=0, display=0, color="black", line=None)
    game = given(table(player(), mine, board="crystal_1", displays=["k"])).when(take)

    game.when(PlaceTile(1, row, column))

    assert game.events[0] == a(
        TilePlaced, horizontal=0, vertical=0, multiplier=2, points=2, score=2
    )


def test_r27_both_runs_are_doubled():
    mine = player(wall=["..y..", "...y.", "...r."], lines={0: "k"}, score=10)

    tiling("crystal_1", mine).when(PlaceTile(0, 0, 3)).then(
        a(TilePlaced, horizontal=2, vertical=3, multiplier=2, points=10, score=20),
        a(RoundStarted),
    )


def test_r27_the_same_color_beside_its_printed_space_scores_once():
    tiling("crystal_1", player(lines={0: "k"})).when(PlaceTile(0, 0, 4)).then(
        a(TilePlaced, multiplier=1, points=1), a(RoundStarted)
    )


def test_r28_a_printed_space_of_side_2_scores_once():
    mine = player(wall=[".y..."], lines={1: "bb"})

    tiling("crystal_2", mine).when(PlaceTile(0, 1, 1)).then(
        a(TilePlaced, vertical=2, multiplier=1, points=2), a(RoundStarted)
    )


@pytest.mark.parametrize(
    ("board", "row", "column", "color"),
    [("crystal_1", 2, 7, 10), ("crystal_2", 3, 10, 12)],
)
def test_r27_r28_the_bonuses_of_both_sides(board, row, column, color):
    """A wall with one complete row, column and color each, as either side allows."""
    walls = {
        "crystal_1": ["byrkw", "wb...", "r..b.", "k...b", "y.b.."],
        "crystal_2": ["byrkw", "wb...", "r...b", "k.b..", "y..b."],
    }
    finisher = player(wall=["byrk."], lines={0: "w"})
    ended = tiling(board, finisher, player(wall=walls[board], score=30))

    state = ended.then(a(TilesTaken), a(TilePlaced), a(GameEnded))

    assert state.result is not None
    standing = state.result.standings[0]
    assert standing[:3] == (1, 1, 30 + row + column + color)
    assert (standing.rows, standing.columns, standing.colors) == (1, 1, 1)
    assert standing[6:] == (row, column, color)


@pytest.mark.parametrize("board", CRYSTAL)
@pytest.mark.parametrize(("fallen", "cost"), COSTS)
def test_r29_the_floor_line_costs_less_than_on_the_other_boards(board, fallen, cost):
    mine = player(floor="r" * fallen, score=20)

    tiling(board, mine).then(
        a(TilesTaken),
        a(FloorCleared, penalty=-cost, score=20 - cost),
        a(RoundStarted),
    )


@pytest.mark.parametrize("board", CRYSTAL)
def test_r29_the_second_space_is_free_also_for_the_marker(board):
    assert BOARDS[board].floor_penalties == (-1, 0, -1, -2, -1, -2, -3)

    tiling(board, player(floor="r*", score=20)).then(
        a(TilesTaken), a(FloorCleared, penalty=-1, had_marker=True), a(RoundStarted)
    )
