"""The reference engine against examples worked out by hand: wall-tiling."""

import pytest

from tests.reference import Illegal, perft
from tests.reference.positions import (
    bare_table,
    lay_display,
    lay_floor,
    lay_line,
    lay_wall,
    newest,
    newest_types,
)


def test_r14_the_played_out_turn_scores_5_on_the_gray_board():
    game = bare_table("gray")
    lay_wall(game, 0, [".k...", ".y...", "b....", ".....", "....."])
    lay_line(game, 0, "r", 2)
    lay_display(game, 0, "rr")
    game.table["players"][0]["score"] = 23
    game.take(0, 0, "red", 2)
    assert game.state()["phase"] == "wall_tiling"

    game.place(0, 2, 1)

    placed = newest(game, "tile_placed")[0]
    assert (placed["horizontal"], placed["vertical"], placed["points"]) == (2, 3, 5)
    assert placed["score"] == 28
    assert not placed["forced"]
    assert game.state()["lid"]["red"] == 2  # R13


def test_r14_two_tiles_to_the_left_and_one_above_score_5():
    game = bare_table()
    lay_wall(game, 0, ["..r..", "wb..k", ".....", ".....", "....."])
    lay_display(game, 0, "yy")

    game.take(0, 0, "yellow", 1)

    placed = newest(game, "tile_placed")[0]
    assert placed["column"] == 2
    assert placed["forced"]
    assert (placed["horizontal"], placed["vertical"], placed["points"]) == (3, 2, 5)


def test_r14_a_tile_without_neighbors_scores_1_and_a_gap_ends_a_run():
    game = bare_table()
    lay_wall(game, 0, ["b.r..", ".....", "k....", ".....", "....."])
    lay_line(game, 0, "k", 0)
    lay_display(game, 0, "rrrr")

    game.take(0, 0, "red", 3)

    black, red = newest(game, "tile_placed")
    assert (black["horizontal"], black["vertical"], black["points"]) == (2, 0, 2)
    assert (red["horizontal"], red["vertical"], red["points"]) == (0, 2, 2)


@pytest.mark.parametrize(
    ("board", "costs"),
    [
        ("colored", [0, 1, 2, 4, 6, 8, 11, 14]),
        ("gray", [0, 1, 2, 4, 6, 8, 11, 14]),
        ("crystal_1", [0, 1, 1, 2, 4, 5, 7, 10]),
        ("crystal_2", [0, 1, 1, 2, 4, 5, 7, 10]),
    ],
)
def test_r15_r29_a_floor_line_costs_the_sum_of_its_spaces(board, costs):
    for count, cost in enumerate(costs):
        game = bare_table(board)
        lay_floor(game, 0, "w" * count)
        lay_display(game, 0, "b")
        game.table["players"][0]["score"] = 20

        game.take(0, 0, "blue", 4)

        assert game.state()["players"][0]["score"] == 20 - cost
        assert [one["penalty"] for one in newest(game, "floor_cleared")] == (
            [] if count == 0 else [-cost]
        )


def test_r15_tiles_score_before_the_floor_costs_and_the_score_stops_at_0():
    game = bare_table()
    lay_floor(game, 0, "www")
    lay_display(game, 0, "bbb")
    game.table["players"][0]["score"] = 2

    game.take(0, 0, "blue", 0)

    assert newest(game, "tile_placed")[0]["score"] == 3
    cleared = newest(game, "floor_cleared")[0]
    assert cleared["tiles"] == ["white"] * 3 + ["blue"] * 2
    assert (cleared["penalty"], cleared["score"]) == (-8, 0)
    assert game.state()["players"][0]["floor_line"] == []  # R16
    assert game.state()["lid"]["white"] == 3


def test_r24_a_line_that_no_space_takes_falls_to_the_floor_in_the_same_phase():
    game = bare_table("gray")
    lay_wall(game, 0, [".....", "byw..", "...r.", "....r", "....."])
    lay_floor(game, 0, "kkkkkk")
    lay_line(game, 0, "r", 1)
    lay_display(game, 0, "r")
    game.table["players"][0]["score"] = 20

    game.take(0, 0, "red", 1)

    assert newest_types(game)[1:] == ["line_dropped", "floor_cleared", "round_started"]
    dropped = newest(game, "line_dropped")[0]
    assert (dropped["line"], dropped["color"], dropped["count"]) == (1, "red", 2)
    assert (dropped["to_floor"], dropped["to_lid"]) == (1, 1)
    assert game.state()["players"][0]["score"] == 20 - 14
    assert game.state()["lid"]["red"] == 2


def test_r23_r25_seats_tile_in_parallel_each_from_top_to_bottom():
    game = bare_table("gray")
    lay_line(game, 0, "bb", 1)
    lay_line(game, 0, "bbb", 2)
    lay_line(game, 1, "y", 0)
    lay_display(game, 0, "k")
    game.take(0, 0, "black", 4)

    state = game.state()
    assert [one["pending_lines"] for one in state["players"]] == [[1, 2], [0]]
    assert [one["line"] for one in state["legal_placements"]] == [1, 0]
    assert (state["legal_moves"], perft(game, 1)) == ([], 10)
    with pytest.raises(Illegal, match="wrong_phase"):
        game.take(1, None, "black", 4)
    with pytest.raises(Illegal, match="line_not_pending"):
        game.place(0, 2, 0)

    game.place(1, 0, 4)
    with pytest.raises(Illegal, match="not_your_turn"):
        game.place(1, 0, 3)
    game.place(0, 1, 3)
    with pytest.raises(Illegal, match="column_not_allowed"):
        game.place(0, 2, 3)
    game.place(0, 2, 2)

    assert newest_types(game) == ["tile_placed", "round_started"]


def test_r25_a_line_left_with_one_allowed_space_follows_without_asking():
    game = bare_table("gray")
    lay_wall(game, 0, [".....", ".....", "ykw..", ".....", "....."])
    lay_line(game, 0, "bb", 1)
    lay_line(game, 0, "bbb", 2)
    lay_display(game, 0, "k")
    game.take(0, 0, "black", 4)

    game.place(0, 1, 3)

    chosen, forced = newest(game, "tile_placed")
    assert (chosen["line"], chosen["column"], chosen["forced"]) == (1, 3, False)
    assert (forced["line"], forced["column"], forced["forced"]) == (2, 4, True)


def test_r26_r27_a_printed_space_takes_its_color_only_and_scores_double():
    game = bare_table("crystal_1")
    lay_wall(game, 0, ["..y..", ".....", ".....", ".....", "....."])
    lay_line(game, 0, "k", 0)
    lay_line(game, 1, "b", 0)
    lay_display(game, 0, "k")
    game.take(0, 0, "black", 4)
    columns = [one["columns"] for one in game.state()["legal_placements"]]
    assert columns == [[0, 1, 3, 4], [0, 1, 2, 4]]

    game.place(0, 0, 3)

    placed = newest(game, "tile_placed")[0]
    assert (placed["horizontal"], placed["vertical"]) == (2, 0)
    assert (placed["multiplier"], placed["points"]) == (2, 4)
