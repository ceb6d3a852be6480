"""Every way to be refused, and that a refusal changes nothing."""

import re

import pytest

from service.rules import (
    BOARDS,
    REFUSAL_CODES,
    CreateGame,
    PlaceTile,
    Refused,
    RulesError,
    TakeTiles,
    decide,
)
from tests.rules.support import LAST, Dealer, given, player, table

MINE = player(lines={1: "b", 2: "rrr"}, wall=[".....", ".....", ".....", ".k..."])
OFFER = table(MINE, displays=["bbrk", "", "yyyy"])
"""Seat 0 is to take; display 1 and the center are empty."""

TILING = (
    given(table(player(lines={1: "bb", 2: "y"}), board="gray", displays=["k"]))
    .when(LAST)
    .state
)
"""Seat 0 is to place line 1 on the gray side; seat 1 is done."""

FINISHED = (
    given(table(player(wall=["byrk."], lines={0: "w"}), displays=["k"]))
    .when(LAST)
    .state
)

REFUSED = [
    ("validation_failed", "players", None, CreateGame(("Ana",), "gray", 0)),
    ("validation_failed", "board", None, CreateGame(("Ana", "Rui"), "green", 0)),
    ("validation_failed", "starting_seat", None, CreateGame(("Ana", "Rui"), "gray", 2)),
    ("wrong_phase", None, None, TakeTiles(0, 0, "blue", 0)),
    ("wrong_phase", None, None, PlaceTile(0, 0, 0)),
    ("wrong_phase", None, OFFER, CreateGame(("Ana", "Rui"), "gray", 0)),
    ("wrong_phase", None, OFFER, PlaceTile(0, 2, 2)),
    ("not_your_turn", None, OFFER, TakeTiles(1, 0, "blue", 0)),
    ("not_your_turn", None, OFFER, TakeTiles(2, 0, "blue", 0)),
    ("not_your_turn", None, OFFER, TakeTiles(-1, 0, "blue", 0)),
    ("validation_failed", "display", OFFER, TakeTiles(0, 5, "blue", 0)),
    ("validation_failed", "display", OFFER, TakeTiles(0, -1, "blue", 0)),
    ("display_empty", "display", OFFER, TakeTiles(0, 1, "blue", 0)),
    ("color_not_in_source", "color", OFFER, TakeTiles(0, 0, "white", 0)),
    ("color_not_in_source", "color", OFFER, TakeTiles(0, None, "blue", 0)),
    ("validation_failed", "line", OFFER, TakeTiles(0, 0, "blue", 5)),
    ("validation_failed", "line", OFFER, TakeTiles(0, 0, "blue", -1)),
    ("line_holds_other_color", "line", OFFER, TakeTiles(0, 0, "red", 1)),
    ("line_holds_other_color", "line", OFFER, TakeTiles(0, 0, "black", 2)),
    ("line_full", "line", OFFER, TakeTiles(0, 0, "red", 2)),
    ("color_on_wall_row", "line", OFFER, TakeTiles(0, 0, "black", 3)),
    ("dropped_too_many", "dropped", OFFER, TakeTiles(0, 0, "blue", 1, dropped=2)),
    ("dropped_too_many", "dropped", OFFER, TakeTiles(0, 0, "blue", 1, dropped=-1)),
    ("dropped_too_many", "dropped", OFFER, TakeTiles(0, 0, "blue", None, dropped=1)),
    ("wrong_phase", None, TILING, TakeTiles(0, 0, "blue", 0)),
    ("not_your_turn", None, TILING, PlaceTile(1, 1, 0)),
    ("line_not_pending", "line", TILING, PlaceTile(0, 2, 0)),
    ("line_not_pending", "line", TILING, PlaceTile(0, 5, 0)),
    ("column_not_allowed", "column", TILING, PlaceTile(0, 1, 5)),
    ("column_not_allowed", "column", TILING, PlaceTile(0, 1, -1)),
    ("game_finished", None, FINISHED, TakeTiles(0, 0, "blue", 0)),
    ("game_finished", None, FINISHED, PlaceTile(0, 0, 0)),
]


@pytest.mark.parametrize(("code", "field", "state", "command"), REFUSED)
def test_a_command_that_breaks_a_rule_is_refused_with_its_code_and_field(
    code, field, state, command
):
    given(state).when(command).then_refused(code, field)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_places_nothing(seat):
    boards = [player(lines={1: "bb"})] * 2
    tiling = given(table(*boards, board="gray", displays=["k"])).when(LAST)

    tiling.when(PlaceTile(seat, 1, 0)).then_refused("not_your_turn")


def test_every_refusal_is_tried_here():
    assert {code for code, *_ in REFUSED} == set(REFUSAL_CODES)


@pytest.mark.parametrize(("code", "field", "state", "command"), REFUSED)
def test_a_refusal_says_why_in_a_sentence(code, field, state, command):
    refused = given(state).when(command).then_refused(code, field)

    assert str(refused) == refused.detail
    assert refused.detail[0].isupper()
    assert refused.detail.endswith(".")
    assert not re.search("[A-Z]{2}", refused.detail), "it does not shout"
    assert code not in refused.detail


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("It is the turn of Ana (seat 0)", TakeTiles(1, 0, "blue", 0)),
        ("displays 0 to 4, and null is the center", TakeTiles(0, 7, "blue", 0)),
        ("display holds no white tile; it holds black, blue, red",
            TakeTiles(0, 0, "white", 0)),
        ("The center holds no red tile; it holds no", TakeTiles(0, None, "red", 0)),
        ("line 1 already holds blue tiles", TakeTiles(0, 0, "red", 1)),
        ("line 2 is already full", TakeTiles(0, 0, "red", 2)),
        ("Row 3 of your wall already has a black tile, so black may not go",
            TakeTiles(0, 0, "black", 3)),
        ("dropped must be 0 to 1: at least", TakeTiles(0, 0, "blue", 1, dropped=2)),
        ("to the floor line anyway; dropped must be 0.",
            TakeTiles(0, 0, "blue", None, dropped=1)),
        ("pattern lines are 0 to 4, and null is", TakeTiles(0, 0, "blue", 5)),
        ("one color only (R8)", TakeTiles(0, 0, "red", 1)),
        ("may not go to pattern line 3 (R8)", TakeTiles(0, 0, "black", 3)),
        ("goes to the line (R10). To drop all", TakeTiles(0, 0, "blue", 1, dropped=2)),
    ],
)  # fmt: skip
def test_a_refusal_names_what_would_help_the_player(words, command):
    assert words in given(OFFER).when(command).refusal.detail


@pytest.mark.parametrize(
    ("words", "create"),
    [
        ("for 2 to 4 players", CreateGame(("Ana",), "gray", 0)),
        (f"be one of {', '.join(BOARDS)}.", CreateGame(("Ana", "Rui"), "green", 0)),
        ("must be 0 to 1", CreateGame(("Ana", "Rui"), "gray", 2)),
    ],
)
def test_a_refused_creation_names_what_would_be_accepted(words, create):
    assert words in given(None).when(create).refusal.detail


def test_a_refused_placement_names_the_columns_that_are_allowed():
    mine = player(wall=[".....", ".....", "b..y."], lines={1: "bb"})
    game = given(table(mine, board="gray", displays=["k"])).when(LAST)

    refused = game.when(PlaceTile(0, 1, 0)).then_refused("column_not_allowed", "column")

    assert "columns 1, 2, 3, 4 of that row" in refused.detail


def test_the_moment_is_wrong_before_the_move_is():
    """Of several reasons the first in this order is named."""
    nothing_right = TakeTiles(1, 9, "white", 9, dropped=9)

    given(FINISHED).when(nothing_right).then_refused("game_finished")
    given(TILING).when(nothing_right).then_refused("wrong_phase")
    given(OFFER).when(nothing_right).then_refused("not_your_turn")
    given(OFFER).when(nothing_right._replace(seat=0)).then_refused(
        "validation_failed", "display"
    )
    given(OFFER).when(TakeTiles(0, 0, "white", 9, dropped=9)).then_refused(
        "color_not_in_source", "color"
    )


@pytest.mark.parametrize("command", [TakeTiles(0, 0, "red", 1), PlaceTile(0, 2, 2)])
def test_a_refusal_leaves_the_state_as_it_was_and_draws_nothing(command):
    before, dealer = table(MINE, displays=["bbrk", "", "yyyy"]), Dealer()

    with pytest.raises(Refused):
        decide(before, command, dealer)

    assert before == OFFER
    assert dealer.bags == []


def test_a_refusal_is_an_error_of_the_rules():
    assert issubclass(Refused, RulesError)
