"""What a tile scores on the wall, and what the wall adds at the end."""

import pytest

from service.rules import (
    GameEnded,
    PlaceTile,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
)
from tests.rules.support import FREE, LAST, a, given, player, table

BLUE_NEXT = {2: "bbb"}
"""A complete line, whose tile goes to the middle of the colored wall."""


@pytest.mark.parametrize(
    ("wall", "horizontal", "vertical", "points"),
    [
        pytest.param([], 0, 0, 1, id="alone"),
        pytest.param([FREE, ".b.r.", FREE, ".k.b."], 0, 0, 1, id="diagonals"),
        pytest.param(["..r..", FREE, "k...r", FREE, "..k.."], 0, 0, 1, id="gaps"),
        pytest.param([FREE, FREE, ".w..."], 2, 0, 2, id="left"),
        pytest.param([FREE, FREE, "...yr"], 3, 0, 3, id="right"),
        pytest.param([FREE, FREE, ".w.y."], 3, 0, 3, id="joining"),
        pytest.param([FREE, FREE, ".w..r"], 2, 0, 2, id="unbroken"),
        pytest.param([FREE, "..y.."], 0, 2, 2, id="above"),
        pytest.param([FREE, FREE, FREE, "..w..", "..k.."], 0, 3, 3, id="below"),
        pytest.param(["..r..", FREE, FREE, "..w.."], 0, 2, 2, id="unbroken down"),
        pytest.param([FREE, "..y..", ".w..."], 2, 2, 4, id="both ways"),
        pytest.param(
            ["..r..", "..y..", "kw.y.", "..w..", "..k.."], 4, 5, 9, id="cross"
        ),
    ],
)
def test_r14_a_tile_scores_its_unbroken_runs_across_and_down_or_1_alone(
    wall, horizontal, vertical, points
):
    mine = player(wall=wall, lines=BLUE_NEXT, score=20)

    given(table(player(), mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(
            TilePlaced,
            line=2,
            column=2,
            horizontal=horizontal,
            vertical=vertical,
            points=points,
            score=20 + points,
        ),
        a(RoundStarted),
    )


def test_r14_two_tiles_to_the_left_and_one_above_gain_5():
    """The example of S3."""
    mine = player(wall=["..r..", "wb..."], lines={1: "yy"})

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, column=2, horizontal=3, vertical=2, points=5, score=5),
        a(RoundStarted),
    )


def test_r14_the_turn_played_out_climbs_from_23_to_28_on_the_gray_side():
    """The example of S1, whose neighbors cannot arise on the colored wall."""
    mine = player(wall=[".k...", ".y...", "b...."], lines={2: "r", 4: "kkkk"}, score=23)
    offer = table(mine, board="gray", displays=["rrky"], center="yyyy")

    drafting = given(offer).when(TakeTiles(seat=0, display=0, color="red", line=2))
    state = drafting.then(a(TilesTaken, taken=2, placed=2))
    assert state.players[0].pattern_lines[2] == ("red", 3)
    assert state.center == ("yellow",) * 4 + ("black", "yellow")

    tiling = drafting.when(
        TakeTiles(seat=1, display=None, color="yellow", line=4),
        TakeTiles(seat=0, display=None, color="black", line=None),
        PlaceTile(seat=0, line=2, column=1),
    )
    assert tiling.events[0] == TilePlaced(
        seat=0,
        line=2,
        column=1,
        color="red",
        horizontal=2,
        vertical=3,
        multiplier=1,
        points=5,
        score=28,
        forced=False,
    )
    assert tiling.state is not None
    assert tiling.state.lid.of("red") == 2


def standing_of(wall, score=0, board="colored"):
    """Seat 1's standing with such a wall, in a game that seat 0 ends with a row."""
    finisher = player(wall=["byrk."], lines={0: "w"})
    state = (
        given(
            table(finisher, player(wall=wall, score=score), board=board, displays=["k"])
        )
        .when(LAST)
        .then(a(TilesTaken), a(TilePlaced), a(GameEnded))
    )
    assert state.result is not None
    return next(one for one in state.result.standings if one.seat == 1)


@pytest.mark.parametrize(
    ("wall", "complete", "points"),
    [
        pytest.param([], (0, 0, 0), 0, id="nothing"),
        pytest.param(["byrkw"], (1, 0, 0), 2, id="row"),
        pytest.param(
            ["b....", "w....", "k....", "r....", "y...."], (0, 1, 0), 7, id="column"
        ),
        pytest.param(
            ["b....", ".b...", "..b..", "...b.", "....b"], (0, 0, 1), 10, id="color"
        ),
        pytest.param(
            ["byrk.", "wb...", "k.b..", "r..b.", FREE], (0, 0, 0), 0, id="four"
        ),
        pytest.param(
            ["byrkw", "wb...", "k.b..", "r..b.", "y...b"], (1, 1, 1), 19, id="each"
        ),
        pytest.param(
            ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"], (5, 5, 5), 95, id="all"
        ),
    ],
)
def test_r21_rows_add_2_columns_7_and_colors_10_at_the_end(wall, complete, points):
    standing = standing_of(wall, score=30)

    rows, columns, colors = complete
    assert (standing.rows, standing.columns, standing.colors) == complete
    assert standing.row_points == 2 * rows
    assert standing.column_points == 7 * columns
    assert standing.color_points == 10 * colors
    assert standing.score == 30 + points


def test_r21_bonuses_come_once_with_the_end_and_reach_the_players_score():
    finisher = player(wall=["byrk."], lines={0: "w"}, score=10)

    state = (
        given(table(finisher, displays=["k"]))
        .when(LAST)
        .then(a(TilesTaken), a(TilePlaced, points=5, score=15), a(GameEnded))
    )

    assert state.players[0].score == 17
