"""The reference engine against examples worked out by hand: the factory offer."""

import json

import pytest

from tests.reference import Illegal, ReferenceGame, fixed_deal, perft, seeded_draw
from tests.reference.positions import (
    bare_table,
    lay_display,
    lay_floor,
    lay_line,
    lay_wall,
    newest,
    newest_types,
)
from tests.reference.tables import BOARDS, COLORS

FIVE_OF_ONE_COLOR = [[color] * 4 for color in COLORS]


def refusal(call, *args, **kwargs):
    with pytest.raises(Illegal) as caught:
        call(*args, **kwargs)
    return caught.value.code


def test_r12_the_colored_wall_shifts_the_colors_by_one_each_row():
    for row in range(5):
        for index, color in enumerate(COLORS):
            assert BOARDS["colored"]["wall"][row][(index + row) % 5] == color


def test_r1_r3_the_displays_hold_4_tiles_each_and_the_bag_holds_the_rest():
    for players, displays in [(2, 5), (3, 7), (4, 9)]:
        game = ReferenceGame(["a"] * players, "gray", 1, seeded_draw("x"))

        assert [len(one) for one in game.state()["displays"]] == [4] * displays
        assert sum(game.state()["bag"].values()) == 100 - 4 * displays
        assert newest_types(game) == ["game_created", "round_started"]
        assert game.state()["current_seat"] == 1


def test_r5_the_rest_of_a_display_goes_to_the_center_in_order_of_arrival():
    game = bare_table()
    lay_display(game, 0, "rbky")
    lay_display(game, 1, "rwbr")

    game.take(0, 0, "black", 4)
    game.take(1, 1, "white", 4)
    arrived = game.state()["center"]["tiles"]
    game.take(0, None, "red", 2)
    left = game.state()["center"]["tiles"]

    assert arrived == ["red", "blue", "yellow", "red", "blue", "red"]
    assert left == ["blue", "yellow", "blue"]


def test_r6_the_marker_comes_before_the_tiles_on_the_floor_line():
    game = bare_table()
    lay_display(game, 0, "rrrb")
    lay_display(game, 1, "yyyy")
    game.take(0, 0, "blue", 0)

    game.take(1, None, "red", 0)

    state = game.state()
    assert state["players"][1]["floor_line"] == ["starting_marker", "red", "red"]
    assert not state["center"]["starting_marker"]
    assert state["next_starting_seat"] == 1
    assert newest(game, "tiles_taken")[0]["took_marker"]


def test_r7_with_a_full_floor_line_the_marker_costs_nothing_but_starts_the_round():
    game = bare_table()
    lay_floor(game, 1, "wwwwwww")
    lay_display(game, 0, "rb")
    game.table["players"][1]["score"] = 20
    game.take(0, 0, "blue", 0)

    game.take(1, None, "red", 1)

    assert newest(game, "tiles_taken")[0]["took_marker"]
    cleared = newest(game, "floor_cleared")
    assert [one["seat"] for one in cleared] == [1]
    assert cleared[0]["tiles"] == ["white"] * 7
    assert (cleared[0]["penalty"], cleared[0]["score"]) == (-14, 6)
    assert cleared[0]["had_marker"]
    assert game.state()["starting_seat"] == game.state()["current_seat"] == 1


def test_r9_what_fits_neither_the_line_nor_the_floor_goes_to_the_lid():
    game = bare_table()
    lay_floor(game, 0, "wwwwww")
    lay_line(game, 0, "b", 1)
    lay_display(game, 0, "bbbb")
    lay_display(game, 1, "yyyy")

    game.take(0, 0, "blue", 1)

    taken = newest(game, "tiles_taken")[0]
    assert (taken["taken"], taken["placed"]) == (4, 1)
    assert (taken["to_floor"], taken["to_lid"]) == (1, 2)
    assert game.state()["lid"]["blue"] == 2


def test_r10_some_tiles_may_be_dropped_on_purpose_and_the_rest_placed():
    game = bare_table()
    lay_display(game, 0, "bbbb")
    lay_display(game, 1, "yyyy")

    game.take(0, 0, "blue", 4, dropped=3)

    player = game.state()["players"][0]
    assert player["pattern_lines"][4] == {"color": "blue", "count": 1, "capacity": 5}
    assert player["floor_line"] == ["blue"] * 3


@pytest.mark.parametrize(
    ("code", "seat", "display", "color", "line", "dropped"),
    [
        ("not_your_turn", 1, 0, "blue", 1, 0),
        ("validation_failed", 0, 5, "blue", 1, 0),
        ("display_empty", 0, 1, "white", 1, 0),
        ("color_not_in_source", 0, 0, "white", 1, 0),
        ("color_not_in_source", 0, None, "red", 1, 0),
        ("line_holds_other_color", 0, 0, "red", 1, 0),
        ("line_holds_other_color", 0, 0, "blue", 2, 5),
        ("line_full", 0, 0, "red", 2, 5),
        ("color_on_wall_row", 0, 0, "black", 3, 5),
        ("dropped_too_many", 0, 0, "blue", 4, 2),
        ("dropped_too_many", 0, 0, "blue", None, 1),
    ],
)
def test_r8_r32_a_refused_take_gives_its_reason_and_changes_nothing(
    code, seat, display, color, line, dropped
):
    game = bare_table()
    lay_display(game, 0, "bbrk")
    lay_line(game, 0, "b", 1)
    lay_line(game, 0, "rrr", 2)
    lay_wall(game, 0, [".....", ".....", ".....", ".k...", "....."])
    before = game.state()

    assert refusal(game.take, seat, display, color, line, dropped) == code
    assert refusal(game.place, 0, 2, 0) == "wrong_phase"
    assert game.state() == before


def test_r11_without_a_take_from_the_center_the_same_seat_starts_again():
    game = ReferenceGame(["Ana", "Rui"], "colored", 1, fixed_deal(FIVE_OF_ONE_COLOR))

    for display, seat in enumerate([1, 0, 1, 0, 1]):
        game.take(seat, display, COLORS[display], None)

    state = game.state()
    assert (state["round"], state["starting_seat"], state["current_seat"]) == (2, 1, 1)
    assert state["center"]["starting_marker"]


def test_legal_moves_come_in_the_order_of_displays_colors_and_lines():
    deal = [["white", "blue", "white", "red"], *[["black"] * 4] * 4]
    game = ReferenceGame(["Ana", "Rui"], "colored", 0, fixed_deal(deal))
    game.take(0, 0, "red", 0)

    sources = []
    for move in game.legal_moves():
        if (move["display"], move["color"]) not in sources:
            sources.append((move["display"], move["color"]))
    lines = [move["line"] for move in game.legal_moves()[:6]]

    assert sources == [
        *[(display, "black") for display in [1, 2, 3, 4]],
        (None, "blue"),
        (None, "white"),
    ]
    assert lines == [0, 1, 2, 3, 4, None]


def test_the_state_has_the_fields_of_the_contract_and_the_next_starting_seat():
    state = ReferenceGame(["Ana", "Rui"], "colored", 0, seeded_draw("x")).state()

    assert " ".join(state) == (
        "version status phase round starting_seat next_starting_seat current_seat "
        "board displays center bag lid players legal_moves legal_placements result"
    )
    assert " ".join(state["board"]) == "name wall multipliers floor_penalties bonuses"
    assert " ".join(state["players"][0]) == (
        "seat name score pattern_lines wall floor_line pending_lines"
    )
    assert json.loads(json.dumps(state)) == state


def test_perft_counts_what_can_be_counted_by_hand():
    """Five displays of one color each: 5 x 6 takes, then 4 x 6.

    Then 3 colors are left for the first player, on 6 lines if the first take went to
    the floor line (1 choice), else on 5 (5 choices), as one line holds another color.
    """
    game = ReferenceGame(["Ana", "Rui"], "colored", 0, fixed_deal(FIVE_OF_ONE_COLOR))

    assert perft(game, 0) == 1
    assert perft(game, 1) == 30
    assert perft(game, 2) == 30 * 24
    assert perft(game, 3) == 5 * 24 * (1 * 3 * 6 + 5 * 3 * 5)
    assert len(game.events) == 1
