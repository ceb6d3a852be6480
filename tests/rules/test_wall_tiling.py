"""Complete lines go to the colored wall, top to bottom, without asking."""

import pytest

from service.rules import (
    BOARDS,
    COLORS,
    FloorCleared,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
)
from tests.rules.support import FREE, LAST, a, given, player, spelled, table

COLORED = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]


def test_r12_the_colored_wall_shows_each_color_one_space_further_right_per_row():
    assert [spelled(row) for row in BOARDS["colored"].wall] == COLORED


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("letter", "byrkw")
def test_r12_a_tile_goes_to_the_space_of_its_color_in_the_row(row, letter):
    color = COLORS["byrkw".index(letter)]
    mine = player(lines={row: letter * (row + 1)})

    state = (
        given(table(player(), mine, displays=["k"]))
        .when(LAST)
        .then(
            a(TilesTaken),
            TilePlaced(
                seat=1,
                line=row,
                column=COLORED[row].index(letter),
                color=color,
                horizontal=0,
                vertical=0,
                multiplier=1,
                points=1,
                score=1,
                forced=True,
            ),
            a(RoundStarted),
        )
    )

    assert state.players[1].wall[row].count(color) == 1


def test_r13_one_tile_of_a_complete_line_goes_to_the_wall_the_others_to_the_lid():
    mine = player(lines={3: "rrr"})

    state = (
        given(table(mine, displays=["r"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=3))
        .then(a(TilesTaken), a(TilePlaced, line=3, column=0), a(RoundStarted))
    )

    assert state.lid == (0, 0, 3, 0, 0)
    assert state.players[0].pattern_lines[3] == (None, 0)
    assert spelled(state.players[0].wall[3]) == "r...."


def test_r13_incomplete_lines_stay_for_the_next_round():
    mine = player(lines={1: "y", 2: "rr", 3: "w"})

    state = (
        given(table(mine, displays=["k"]))
        .when(LAST)
        .then(a(TilesTaken), a(RoundStarted))
    )

    held = [("yellow", 1), ("red", 2), ("white", 1), ("black", 1)]
    assert list(state.players[0].pattern_lines[1:]) == held
    assert state.lid.total == 0


def test_r13_lines_go_from_top_to_bottom_whatever_order_they_were_completed_in():
    mine = player(lines={0: "b", 2: "bbb"})

    given(table(mine, displays=["bb"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=1)
    ).then(
        a(TilesTaken, line=1),
        a(TilePlaced, line=0),
        a(TilePlaced, line=1),
        a(TilePlaced, line=2),
        a(RoundStarted),
    )


def test_r13_lines_completed_in_the_same_round_count_each_other_top_to_bottom():
    """From the bottom up these three would score 8, from the top down they score 9."""
    mine = player(wall=[FREE, "w...."], lines={0: "b", 2: "kkk", 3: "rrrr"})

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, line=0, vertical=2, points=2, score=2),
        a(TilePlaced, line=2, vertical=3, points=3, score=5),
        a(TilePlaced, line=3, vertical=4, points=4, score=9),
        a(RoundStarted),
    )


def test_r13_everyone_tiles_seat_after_seat():
    first, second = player(lines={1: "bb"}), player(lines={0: "y", 2: "www"})

    given(table(first, second, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, seat=0, line=1),
        a(TilePlaced, seat=1, line=0),
        a(TilePlaced, seat=1, line=2),
        a(RoundStarted),
    )


def test_r13_a_line_completed_early_waits_for_the_end_of_the_factory_offer():
    state = (
        given(table(displays=["bbbb", "k"]))
        .when(TakeTiles(seat=0, display=0, color="blue", line=1))
        .then(a(TilesTaken, placed=2))
    )

    assert state.players[0].pattern_lines[1] == ("blue", 2)


def test_the_tiles_that_fell_with_the_last_take_are_paid_for_in_the_same_phase():
    given(table(player(score=9), displays=["bbb"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=0)
    ).then(
        a(TilesTaken, placed=1, to_floor=2),
        a(TilePlaced, score=10),
        a(FloorCleared, penalty=-2, score=8),
        a(RoundStarted),
    )


def test_r08_in_the_next_round_the_color_may_not_go_to_that_line_again():
    game = given(table(player(lines={1: "bb"}), displays=["k"])).when(LAST)

    game.when(TakeTiles(0, 0, "blue", 1)).then_refused("color_on_wall_row", "line")
