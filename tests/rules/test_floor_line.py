"""What fell: the floor line, its cost, and the marker on it."""

import pytest

from service.rules import (
    BOARDS,
    FloorCleared,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
)
from tests.rules.support import LAST, Dealer, a, given, player, spelled, table, tiles


def test_r07_a_marker_on_a_full_floor_line_costs_nothing_but_its_taker_starts_next():
    full = player(floor="kkkkkkk", score=20)

    state = (
        given(table(player(), full, turn=1, center="y"))
        .when(TakeTiles(seat=1, display=None, color="yellow", line=1))
        .then(
            a(TilesTaken, seat=1, took_marker=True, placed=1),
            FloorCleared(
                seat=1, tiles=("black",) * 7, penalty=-14, score=6, had_marker=True
            ),
            a(RoundStarted, starting_seat=1),
        )
    )

    assert state.current_seat == 1


def test_r07_such_a_marker_takes_no_space_and_is_not_in_the_center_any_more():
    full = player(floor="kkkkkkk")

    state = (
        given(table(full, center="yyb"))
        .when(TakeTiles(seat=0, display=None, color="yellow", line=None))
        .then(a(TilesTaken, took_marker=True, to_floor=0, to_lid=2))
    )

    assert spelled(state.players[0].floor_line) == "kkkkkkk"
    assert state.marker_seat == 0


def test_r09_what_does_not_fit_on_the_floor_line_goes_to_the_lid():
    state = (
        given(table(player(floor="kkkkk"), displays=["rrrr", "yyyy"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=None))
        .then(a(TilesTaken, placed=0, to_floor=2, to_lid=2))
    )

    assert spelled(state.players[0].floor_line) == "kkkkkrr"
    assert state.lid == (0, 0, 2, 0, 0)


def test_r09_nine_fallen_tiles_cost_what_seven_cost_and_none_is_lost():
    mine = player(floor="kkkkk", score=20)

    state = (
        given(table(mine, displays=["rrrr"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=None))
        .then(
            a(TilesTaken, to_floor=2, to_lid=2),
            a(FloorCleared, tiles=tiles("kkkkkrr"), penalty=-14, score=6),
            a(RoundStarted, lid_poured=False),
        )
    )

    assert state.lid == (0, 0, 4, 5, 0)


@pytest.mark.parametrize("board", ["colored", "gray"])
@pytest.mark.parametrize(
    ("fallen", "cost"), [(1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_r15_each_space_of_the_floor_line_costs_what_is_printed_above_it(
    board, fallen, cost
):
    mine = player(floor="r" * fallen, score=20)

    given(table(mine, board=board, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        FloorCleared(0, ("red",) * fallen, -cost, 20 - cost, had_marker=False),
        a(RoundStarted),
    )


def test_r15_the_printed_costs_are_1_1_2_2_2_3_3():
    for board in ("colored", "gray"):
        assert BOARDS[board].floor_penalties == (-1, -1, -2, -2, -2, -3, -3)


def test_r15_the_marker_counts_as_a_tile():
    mine = player(floor="r*", score=20)

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        FloorCleared(0, ("red", "starting_marker"), -2, 18, had_marker=True),
        a(RoundStarted),
    )


def test_r15_an_empty_floor_line_costs_nothing_and_is_no_event():
    given(table(player(score=20), displays=["k"])).when(LAST).then(
        a(TilesTaken), a(RoundStarted)
    )


def test_r15_the_score_never_drops_below_0_but_the_full_cost_is_recorded():
    given(table(player(floor="rrrrrrr", score=3), displays=["k"])).when(LAST).then(
        a(TilesTaken), a(FloorCleared, penalty=-14, score=0), a(RoundStarted)
    )


def test_r15_tiles_score_first_and_the_cost_comes_after():
    mine = player(lines={0: "b"}, floor="rrr", score=0)

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, points=1, score=1),
        a(FloorCleared, penalty=-4, score=0),
        a(RoundStarted),
    )


def test_r15_a_score_is_stopped_at_0_once_after_all_of_its_tiles():
    mine = player(lines={0: "b", 1: "ww", 2: "kkk"}, floor="rrr", score=0)

    given(table(mine, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, points=1, score=1),
        a(TilePlaced, points=2, score=3),
        a(TilePlaced, points=3, score=6),
        a(FloorCleared, penalty=-4, score=2),
        a(RoundStarted),
    )


def test_r15_every_seat_has_tiled_before_the_first_floor_line_is_paid_for():
    first, second = player(floor="r", score=5), player(lines={0: "b"}, floor="y")

    given(table(first, second, displays=["k"])).when(LAST).then(
        a(TilesTaken),
        a(TilePlaced, seat=1, score=1),
        a(FloorCleared, seat=0, score=4),
        a(FloorCleared, seat=1, score=0),
        a(RoundStarted),
    )


def test_r16_floor_tiles_go_to_the_lid_and_the_marker_to_its_holder_who_starts():
    state = (
        given(table(player(), player(floor="r*yy"), displays=["k"]))
        .when(LAST)
        .then(
            a(TilesTaken),
            a(FloorCleared, seat=1, tiles=tiles("r*yy"), had_marker=True),
            a(RoundStarted, starting_seat=1),
        )
    )

    assert state.lid == (0, 2, 1, 0, 0)
    assert state.players[1].floor_line == ()
    assert state.current_seat == state.starting_seat == 1


def test_r16_the_marker_is_back_in_the_center_in_every_round():
    round_2 = (
        given(table(player(), player(floor="*"), displays=["k"]), Dealer("bbyy rrrr"))
        .when(LAST)
        .then(a(TilesTaken), a(FloorCleared), a(RoundStarted, starting_seat=1))
    )
    assert round_2.marker_seat is None

    state = (
        given(round_2)
        .when(TakeTiles(1, 0, "blue", line=None), TakeTiles(0, None, "yellow", line=1))
        .then(a(TilesTaken, seat=0, took_marker=True))
    )

    assert state.marker_seat == 0
    assert spelled(state.players[0].floor_line) == "*"
