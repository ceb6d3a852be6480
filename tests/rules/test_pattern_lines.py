"""Where taken tiles go: one line, one color, and what falls beside it."""

import pytest

from service.rules import BOARDS, TakeTiles, TilesTaken, legal_moves
from service.rules.boards import columns_accepting
from tests.rules.support import FREE, a, given, player, spelled, table


def test_r08_a_line_takes_more_of_the_color_it_holds():
    state = (
        given(table(player(lines={3: "kk"}), displays=["kbbb"]))
        .when(TakeTiles(seat=0, display=0, color="black", line=3))
        .then(a(TilesTaken, line=3, placed=1))
    )

    assert state.players[0].pattern_lines[3] == ("black", 3)


def test_r08_a_line_holds_one_color_only():
    given(table(player(lines={3: "kk"}), displays=["kbbb"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=3)
    ).then_refused("line_holds_other_color", "line")


@pytest.mark.parametrize("board", BOARDS)
def test_r08_a_color_on_the_same_row_of_the_wall_may_not_go_to_the_line(board):
    column = columns_accepting(BOARDS[board].wall, 1, "blue")[0]
    mine = player(wall=[FREE, FREE[:column] + "b" + FREE[column + 1 :]])

    given(table(mine, board=board, displays=["bbyy"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=1)
    ).then_refused("color_on_wall_row", "line")


def test_r08_the_color_may_go_to_every_other_row():
    mine = table(player(wall=[".....", ".b..."]), displays=["bbyy"])

    blue = [move.line for move in legal_moves(mine) if move.color == "blue"]

    assert blue == [0, 2, 3, 4, None]


def test_r08_the_wall_of_another_player_does_not_matter():
    other = player(wall=[".....", ".b..."])

    given(table(player(), other, displays=["bbyy"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=1)
    ).then(a(TilesTaken, placed=2))


def test_r08_several_lines_may_hold_the_same_color():
    given(table(player(lines={1: "b", 4: "bbb"}), displays=["bbyy"])).when(
        TakeTiles(seat=0, display=0, color="blue", line=3)
    ).then(a(TilesTaken, placed=2))


def test_r09_what_does_not_fit_falls_to_the_floor_line_after_what_lies_there():
    state = (
        given(table(player(lines={1: "b"}, floor="k"), displays=["bbbb", "yyyy"]))
        .when(TakeTiles(seat=0, display=0, color="blue", line=1))
        .then(a(TilesTaken, taken=4, placed=1, to_floor=3, to_lid=0))
    )

    assert state.players[0].pattern_lines[1] == ("blue", 2)
    assert spelled(state.players[0].floor_line) == "kbbb"


def test_r10_all_tiles_may_go_to_the_floor_line_although_a_line_would_take_them():
    state = (
        given(table(displays=["rrby"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=None))
        .then(a(TilesTaken, line=None, taken=2, placed=0, to_floor=2))
    )

    assert spelled(state.players[0].floor_line) == "rr"


def test_r10_some_tiles_may_be_dropped_on_purpose_and_the_others_placed():
    state = (
        given(table(displays=["rrrb"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=2, dropped=2))
        .then(a(TilesTaken, line=2, taken=3, placed=1, to_floor=2))
    )

    assert state.players[0].pattern_lines[2] == ("red", 1)
    assert spelled(state.players[0].floor_line) == "rr"


def test_r10_a_line_may_be_kept_incomplete_by_dropping():
    state = (
        given(table(player(lines={2: "r"}), displays=["rrbb"]))
        .when(TakeTiles(seat=0, display=0, color="red", line=2, dropped=1))
        .then(a(TilesTaken, placed=1, to_floor=1))
    )

    assert state.players[0].pattern_lines[2] == ("red", 2)


@pytest.mark.parametrize(
    ("dropped", "placed", "to_floor"), [(0, 2, 2), (1, 2, 2), (2, 2, 2), (3, 1, 3)]
)
def test_r10_tiles_that_would_not_fit_anyway_are_the_first_to_be_dropped(
    dropped, placed, to_floor
):
    given(table(displays=["rrrr", "bbbb"])).when(
        TakeTiles(seat=0, display=0, color="red", line=1, dropped=dropped)
    ).then(a(TilesTaken, placed=placed, to_floor=to_floor))


@pytest.mark.parametrize("dropped", [2, 3, -1])
def test_r10_at_least_one_tile_goes_to_the_line_that_the_move_names(dropped):
    given(table(displays=["rrby"])).when(
        TakeTiles(seat=0, display=0, color="red", line=2, dropped=dropped)
    ).then_refused("dropped_too_many", "dropped")


def test_r10_on_the_floor_line_there_is_nothing_left_to_drop():
    given(table(displays=["rrby"])).when(
        TakeTiles(seat=0, display=0, color="red", line=None, dropped=1)
    ).then_refused("dropped_too_many", "dropped")


def test_r32_a_take_to_a_full_line_is_refused_but_the_floor_line_stays_open():
    full = table(player(lines={1: "rr"}), displays=["rbbb"])

    given(full).when(TakeTiles(seat=0, display=0, color="red", line=1)).then_refused(
        "line_full", "line"
    )
    given(full).when(TakeTiles(seat=0, display=0, color="red", line=None)).then(
        a(TilesTaken, placed=0, to_floor=1)
    )


def test_r32_with_no_line_open_to_a_color_the_floor_line_is_the_only_move():
    lines = {0: "b", 1: "yy", 2: "k", 3: "kkk", 4: "wwwww"}

    moves = legal_moves(table(player(lines=lines), displays=["rrrr"]))

    assert moves == ((0, "red", None),)
