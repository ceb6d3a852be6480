"""Walls with free spaces: the gray side, and how players choose in parallel."""

import pytest

from service.rules import (
    BOARDS,
    FloorCleared,
    GameEnded,
    LineDropped,
    PlaceTile,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
    legal_moves,
    legal_placements,
    pending_lines,
)
from tests.rules.support import FREE, LAST, Scenario, a, given, player, spelled, table


def tiling(*players, **more) -> Scenario:
    """A gray table whose last tile has just been taken."""
    return given(table(*players, board="gray", displays=["k"], **more)).when(LAST)


def columns(game):
    """The columns that each seat may choose from now."""
    return [placement.columns for placement in legal_placements(game.state)]


def test_r23_no_space_of_the_gray_side_has_a_color_of_its_own():
    assert BOARDS["gray"].wall == ((None,) * 5,) * 5
    gray, colored = BOARDS["gray"], BOARDS["colored"]
    for printed in ("multipliers", "floor_penalties", "bonuses"):
        assert getattr(gray, printed) == getattr(colored, printed)


@pytest.mark.parametrize("column", range(5))
def test_r23_the_player_chooses_any_free_space_of_the_row(column):
    game = tiling(player(lines={1: "bb"}))

    state = game.when(PlaceTile(seat=0, line=1, column=column)).then(
        TilePlaced(
            seat=0,
            line=1,
            column=column,
            color="blue",
            horizontal=0,
            vertical=0,
            multiplier=1,
            points=1,
            score=1,
            forced=False,
        ),
        a(RoundStarted),
    )

    assert state.players[0].wall[1][column] == "blue"
    assert state.lid == (1, 0, 0, 0, 0)


def test_r23_no_color_stands_twice_in_a_column_and_no_space_takes_two_tiles():
    wall = [".....", ".y.k.", "b...."]

    game = tiling(player(wall=wall, lines={1: "bb"}))

    assert columns(game) == [(2, 4)]
    for column in (0, 1, 3, 5, -1):
        given(game.state).when(PlaceTile(0, 1, column)).then_refused(
            "column_not_allowed", "column"
        )


def test_r23_a_color_in_a_column_of_another_players_wall_does_not_matter():
    other = player(wall=["b....", ".b..."])

    assert columns(tiling(player(lines={2: "bbb"}), other)) == [(0, 1, 2, 3, 4)]


NO_SPACE = [FREE, "byw..", "...r.", "....r"]
"""Row 1 has two free spaces, each in a column with red."""


def test_r24_a_line_without_an_allowed_space_falls_and_costs_in_the_same_phase():
    mine = player(wall=NO_SPACE, lines={1: "rr"}, floor="k", score=20)

    state = tiling(mine).then(
        a(TilesTaken),
        LineDropped(seat=0, line=1, color="red", count=2, to_floor=2, to_lid=0),
        a(FloorCleared, tiles=("black", "red", "red"), penalty=-4, score=16),
        a(RoundStarted),
    )

    assert state.players[0].pattern_lines[1] == (None, 0)
    assert spelled(state.players[0].wall[1]) == "byw.."
    assert state.lid == (0, 0, 2, 1, 0)


@pytest.mark.parametrize(
    ("lying", "to_floor", "to_lid"),
    [("kkkkk", 2, 0), ("kkkkk*", 1, 1), ("*kkkkkk", 0, 2)],
)
def test_r24_what_does_not_fit_on_the_floor_line_goes_to_the_lid(
    lying, to_floor, to_lid
):
    mine = player(wall=NO_SPACE, lines={1: "rr"}, floor=lying, score=20)

    state = tiling(mine).then(
        a(TilesTaken),
        a(LineDropped, to_floor=to_floor, to_lid=to_lid),
        a(FloorCleared, penalty=-14, score=6),
        a(RoundStarted),
    )

    assert state.lid.of("red") == 2


def test_r24_a_tile_that_has_an_allowed_space_must_be_placed():
    wall = [FREE, "byw..", "...r."]
    mine = player(wall=wall, lines={1: "rr"})

    tiling(mine).then(
        a(TilesTaken),
        a(TilePlaced, line=1, column=4, color="red", forced=True),
        a(RoundStarted),
    )


def test_r24_each_line_is_judged_after_the_lines_above_have_been_placed():
    """The blue tile of line 1 may take the only column left to that of line 2."""
    mine = player(wall=[FREE, FREE, "yrk.w"], lines={1: "bb", 2: "bbb"}, score=9)
    game = tiling(mine)
    assert pending_lines(game.state, 0) == (1, 2)

    given(game.state).when(PlaceTile(0, 1, 3)).then(
        a(TilePlaced, line=1, column=3, forced=False),
        a(LineDropped, line=2, count=3, to_floor=3),
        a(FloorCleared, penalty=-4),
        a(RoundStarted),
    )
    given(game.state).when(PlaceTile(0, 1, 0)).then(
        a(TilePlaced, line=1, column=0, forced=False),
        a(TilePlaced, line=2, column=3, forced=True),
        a(GameEnded),
    )


def test_r24_a_color_that_its_row_already_has_has_no_space_whatever_is_free():
    """No game gets there, since R8 keeps the color from the line."""
    mine = player(wall=[FREE, "r...."], lines={1: "rr"})

    tiling(mine).then(
        a(TilesTaken), a(LineDropped, count=2), a(FloorCleared), a(RoundStarted)
    )


def test_r24_a_dropped_line_is_no_progress():
    mine = player(wall=NO_SPACE, lines={1: "rr"})

    tiling(mine, stalled_rounds=2).then(
        a(TilesTaken),
        a(LineDropped),
        a(FloorCleared),
        a(GameEnded, reason="no_progress"),
    )


def test_r25_players_place_in_any_order():
    lines = {1: "bb", 2: "yyy"}
    game = tiling(player(lines=lines), player(lines=lines), player(lines={0: "w"}))
    assert [pending_lines(game.state, seat) for seat in range(3)] == [
        (1, 2),
        (1, 2),
        (0,),
    ]

    game.when(PlaceTile(1, 1, 0)).then(a(TilePlaced, seat=1))
    game.when(PlaceTile(1, 2, 1)).then(a(TilePlaced, seat=1))
    game.when(PlaceTile(2, 0, 0)).then(a(TilePlaced, seat=2))
    game.when(PlaceTile(0, 1, 4)).then(a(TilePlaced, seat=0))
    game.when(PlaceTile(0, 2, 0)).then(a(TilePlaced, seat=0), a(RoundStarted))


def test_r25_each_player_goes_from_top_to_bottom():
    game = tiling(player(lines={1: "bb", 3: "yyyy"}))

    for line in (3, 0, 5, -1):
        given(game.state).when(PlaceTile(0, line, 0)).then_refused(
            "line_not_pending", "line"
        )


def test_r25_a_choice_sent_twice_does_not_reach_the_next_line():
    game = tiling(player(lines={1: "bb", 3: "yyyy"}))

    game.when(PlaceTile(0, 1, 2), PlaceTile(0, 1, 2))

    game.then_refused("line_not_pending", "line")
    assert pending_lines(game.state, 0) == (3,)


def test_r25_a_player_who_has_placed_all_lines_has_nothing_to_place():
    game = tiling(player(lines={1: "bb"}), player(lines={0: "w"}))

    game.when(PlaceTile(1, 0, 3), PlaceTile(1, 0, 3)).then_refused("not_your_turn")


def test_r25_floor_lines_are_paid_for_when_the_last_player_has_placed():
    first, second = player(lines={1: "bb"}, floor="r"), player(floor="*", score=7)
    game = tiling(first, second)
    game.then(a(TilesTaken))
    assert game.state.players[1].score == 7
    assert game.state.current_seat is None

    game.when(PlaceTile(0, 1, 2)).then(
        a(TilePlaced, score=1),
        a(FloorCleared, seat=0, score=0),
        a(FloorCleared, seat=1, score=6, had_marker=True),
        a(RoundStarted, starting_seat=1),
    )


def test_r25_lines_with_one_allowed_space_or_none_are_carried_out_without_asking():
    one = player(wall=["byrk."], lines={0: "w"})
    none = player(wall=NO_SPACE, lines={1: "rr"})
    choice = player(lines={0: "b"})

    game = tiling(choice, one, none)

    game.then(
        a(TilesTaken),
        a(TilePlaced, seat=1, column=4, forced=True),
        a(LineDropped, seat=2),
    )
    assert [placement.seat for placement in legal_placements(game.state)] == [0]


def test_r25_below_a_line_that_needs_a_choice_even_forced_lines_wait():
    mine = player(wall=[FREE, FREE, "yrk.w"], lines={0: "r", 2: "bbb"})

    game = tiling(mine)

    game.then(a(TilesTaken))
    assert pending_lines(game.state, 0) == (0, 2)
    assert columns(game) == [(0, 2, 3, 4)]


def test_r25_what_a_choice_leaves_without_alternative_follows_at_once():
    mine = player(wall=[FREE, "yrk..", "yrk.."], lines={1: "bb", 2: "bbb"})
    game = tiling(mine)

    game.when(PlaceTile(0, 1, 4)).then(
        a(TilePlaced, line=1, column=4, horizontal=0, forced=False),
        a(TilePlaced, line=2, column=3, horizontal=4, forced=True),
        a(RoundStarted),
    )


def test_r25_no_tiles_are_taken_during_wall_tiling():
    game = tiling(player(lines={1: "bb"}))

    assert legal_moves(game.state) == ()
    game.when(TakeTiles(1, 0, "blue", 0)).then_refused("wrong_phase")


def test_r20_the_game_ends_only_when_the_last_player_has_placed():
    finisher = player(wall=["byrk."], lines={0: "w"})
    game = tiling(finisher, player(lines={1: "bb"}, floor="yy", score=4))
    game.then(a(TilesTaken), a(TilePlaced, seat=0))
    assert game.state.phase == "wall_tiling"

    game.when(PlaceTile(1, 1, 0)).then(
        a(TilePlaced, seat=1, score=5),
        a(FloorCleared, seat=1, score=3),
        a(GameEnded, reason="row_completed"),
    )
