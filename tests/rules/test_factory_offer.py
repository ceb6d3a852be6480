"""Taking tiles: from where, in which order, and until when."""

import pytest

from service.rules import FloorCleared, RoundStarted, TakeTiles, TilesTaken
from tests.rules.support import a, given, player, spelled, table


def test_r05_all_tiles_of_a_color_leave_a_display_and_its_others_go_to_the_center():
    state = (
        given(table(displays=["rbry", "rrrr"], center="k"))
        .when(TakeTiles(seat=0, display=0, color="red", line=2))
        .then(
            TilesTaken(
                seat=0,
                display=0,
                color="red",
                line=2,
                taken=2,
                placed=2,
                to_floor=0,
                to_lid=0,
                took_marker=False,
            )
        )
    )

    assert state.displays[0] == ()
    assert spelled(state.displays[1]) == "rrrr"
    assert spelled(state.center) == "kby"
    assert state.players[0].pattern_lines[2] == ("red", 2)


def test_r05_all_tiles_of_a_color_leave_the_center_and_its_others_stay():
    state = (
        given(table(player(floor="*"), displays=["rrrr"], center="brbyb"))
        .when(TakeTiles(seat=0, display=None, color="blue", line=3))
        .then(
            TilesTaken(
                seat=0,
                display=None,
                color="blue",
                line=3,
                taken=3,
                placed=3,
                to_floor=0,
                to_lid=0,
                took_marker=False,
            )
        )
    )

    assert spelled(state.center) == "ry"
    assert spelled(state.displays[0]) == "rrrr"


def test_r05_a_display_of_one_color_leaves_nothing_for_the_center():
    state = (
        given(table(displays=["kkkk", "rrrr"]))
        .when(TakeTiles(seat=0, display=0, color="black", line=4))
        .then(a(TilesTaken, taken=4))
    )

    assert state.center == ()


def test_r06_the_first_to_take_from_the_center_takes_the_marker_before_the_tiles():
    state = (
        given(table(player(floor="k"), displays=["rrrr"], center="bby"))
        .when(TakeTiles(seat=0, display=None, color="blue", line=None))
        .then(a(TilesTaken, took_marker=True, taken=2, to_floor=2))
    )

    assert spelled(state.players[0].floor_line) == "k*bb"
    assert state.marker_seat == 0


def test_r06_the_marker_comes_also_when_all_tiles_fit_a_line():
    state = (
        given(table(displays=["rrrr"], center="bby"))
        .when(TakeTiles(seat=0, display=None, color="blue", line=1))
        .then(a(TilesTaken, took_marker=True, placed=2, to_floor=0))
    )

    assert spelled(state.players[0].floor_line) == "*"


def test_r06_the_marker_takes_the_last_free_space_and_the_tiles_go_to_the_lid():
    state = (
        given(table(player(floor="kkkkkk"), displays=["rrrr"], center="bby"))
        .when(TakeTiles(seat=0, display=None, color="blue", line=None))
        .then(a(TilesTaken, took_marker=True, to_floor=0, to_lid=2))
    )

    assert spelled(state.players[0].floor_line) == "kkkkkk*"


def test_r06_later_takes_from_the_center_get_no_marker():
    state = (
        given(table(displays=["rrrr"], center="bby"))
        .when(
            TakeTiles(seat=0, display=None, color="blue", line=1),
            TakeTiles(seat=1, display=None, color="yellow", line=0),
        )
        .then(a(TilesTaken, seat=1, took_marker=False))
    )

    assert spelled(state.players[1].floor_line) == ""
    assert state.marker_seat == 0


def test_r06_taking_from_a_display_leaves_the_marker_in_the_center():
    state = (
        given(table(displays=["rrrr", "bbbb"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=None))
        .then(a(TilesTaken, took_marker=False))
    )

    assert state.marker_seat is None
    assert spelled(state.players[0].floor_line) == "rrrr"


def test_r11_play_goes_clockwise_from_the_starting_seat_and_wraps():
    takes = [
        TakeTiles(seat, display, "black", line=None)
        for display, seat in enumerate([2, 0, 1, 2])
    ]
    state = given(table(seats=3, turn=2, displays=["kkkk"] * 5)).when(*takes).state

    assert state.current_seat == 0


def test_r11_the_phase_goes_on_while_the_center_or_a_display_holds_a_tile():
    only_center = table(displays=["k"], center="y")
    only_display = table(displays=["k", "y"])

    for tables in (only_center, only_display):
        state = (
            given(tables)
            .when(TakeTiles(seat=0, display=0, color="black", line=0))
            .then(a(TilesTaken))
        )
        assert (state.phase, state.current_seat) == ("factory_offer", 1)


def test_r11_a_marker_in_the_center_keeps_no_round_open_and_the_same_seat_starts():
    state = (
        given(table(displays=["kkkk", "yyyy"], turn=1, starting_seat=1))
        .when(
            TakeTiles(seat=1, display=0, color="black", line=4),
            TakeTiles(seat=0, display=1, color="yellow", line=4),
        )
        .then(a(TilesTaken), a(RoundStarted, round=2, starting_seat=1))
    )

    assert (state.current_seat, state.marker_seat) == (1, None)


def test_r11_taking_the_last_tile_does_not_make_a_starting_player():
    given(table(player(), player(floor="*"), displays=["kkkk"])).when(
        TakeTiles(seat=0, display=0, color="black", line=4)
    ).then(
        a(TilesTaken, seat=0),
        a(FloorCleared, seat=1, had_marker=True),
        a(RoundStarted, starting_seat=1),
    )


@pytest.mark.parametrize("line", [0, 1, None])
def test_scores_stay_as_they_are_during_the_factory_offer(line):
    state = (
        given(table(player(score=9, floor="kk"), displays=["rrrr", "bbbb"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=line))
        .then(a(TilesTaken))
    )

    assert state.players[0].score == 9
    assert state.players[0].wall == ((None,) * 5,) * 5
