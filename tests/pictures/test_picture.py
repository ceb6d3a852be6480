"""A picture shows exactly what the state says, of every game on every board."""

from collections import Counter

import pytest

from service.pictures import picture, style
from service.rules import BOARDS, COLORS, MARKER, SIZE
from tests.pictures.reading import (
    SVG,
    TABLES,
    board_of,
    drawn,
    game,
    on_table,
    parsed,
    texts,
    tiles,
    uses,
    words,
)
from tests.rules.support import player, table

LARGEST = 60_000
"""Bytes, so that a picture can be sent at every move."""

each_table = pytest.mark.parametrize(("board", "seats"), TABLES)
each_board = pytest.mark.parametrize("board", BOARDS)


@each_table
def test_every_version_shows_each_tile_as_often_as_the_state_has_it(board, seats):
    for state in game(board, seats):
        text = picture(state)
        expected = on_table(state)
        expected[MARKER] = 1  # it is somewhere on the table at any time

        assert tiles(parsed(text)) == expected
        assert len(text.encode()) < LARGEST


@each_table
def test_no_two_elements_share_an_id(board, seats):
    for state in game(board, seats)[::10]:
        ids = Counter(each.get("id") for each in drawn(state).iter() if each.get("id"))

        assert max(ids.values()) == 1
        assert {f"seat-{seat}" for seat in range(seats)} <= ids.keys()


@each_table
def test_the_picture_says_whose_turn_it_is_and_the_scores(board, seats):
    for state in game(board, seats)[::10]:
        root = drawn(state)
        text = words(root)

        if state.current_seat is not None:
            name = state.players[state.current_seat].name
            assert f"{name}’s turn" in text
            assert f"{name}’s turn" in texts(root)
        for one in state.players:
            assert f"{one.name}, seat" in text
            assert f"{one.score} points" in text


@each_board
def test_the_end_names_the_winners_and_why_it_came(board):
    *_, last = game(board, 4)
    assert last.result
    root = drawn(last)

    for seat in last.result.winners:
        assert last.players[seat].name in (root.findtext(f"{SVG}title") or "")
    assert "win" in words(root) or "victory" in words(root)
    assert "The game is over:" in words(root)
    for standing in last.result.standings:
        assert f"rows +{standing.row_points}" in texts(board_of(root, standing.seat))


@each_board
def test_an_empty_wall_shows_what_is_printed_on_it(board):
    printed = BOARDS[board]
    shown = Counter(
        name
        for name, look in uses(board_of(drawn(table(board=board)), 0))
        if look == "printed"
    )
    factors = [t for t in texts(board_of(drawn(table(board=board)), 0)) if t[0] == "×"]

    assert shown == Counter(c for row in printed.wall for c in row if c)
    assert sorted(factors) == sorted(
        f"×{m}" for row in printed.multipliers for m in row if m > 1
    )


@each_board
def test_the_floor_line_shows_its_costs_in_order(board):
    costs = [
        f"{cost}".replace("-", "\N{MINUS SIGN}")
        for cost in BOARDS[board].floor_penalties
    ]
    written = texts(board_of(drawn(table(board=board)), 1))

    assert costs in [written[at : at + len(costs)] for at in range(len(written))]


def test_bonuses_are_those_of_the_board():
    high = BOARDS["crystal_2"].bonuses

    assert (
        f"At the end: row +{high.row}, column +{high.column}, color +{high.color}"
        in texts(drawn(table(board="crystal_2")))
    )


def test_a_pattern_line_is_filled_from_the_side_of_the_wall():
    root = board_of(drawn(table(player(lines={2: "rr"}))), 0)
    red = [
        float(u.get("x") or 0)
        for u in root.iter(f"{SVG}use")
        if u.get("class") == "tile"
    ]
    spaces = [
        float(r.get("x") or 0)
        for r in root.iter(f"{SVG}rect")
        if r.get("class") == "space"
    ]

    assert len(red) == 2
    assert min(red) > min(spaces)
    assert max(red) - min(red) == 40


def test_a_marker_without_room_on_the_floor_line_is_shown_beside_the_name():
    full = table(player(floor="bbbbbbb"))._replace(marker_seat=0)

    assert tiles(board_of(drawn(full), 0))[MARKER] == 1  # R7
    assert f"{full.players[0].name} starts the next round" in words(drawn(full))


def test_every_color_has_a_shape_of_its_own():
    root = drawn(table())
    shapes = {
        symbol.get("id"): [path.get("d") for path in symbol.iter(f"{SVG}path")]
        for symbol in root.iter(f"{SVG}symbol")
    }

    assert len({*map(tuple, shapes.values())}) == len(COLORS) + 1
    assert {f"tile-{color}" for color in COLORS} <= shapes.keys()


def test_with_a_seat_its_board_stands_alone_under_the_whole_table():
    state = game("colored", 3)[20]
    root = drawn(state, seat=2)
    ids = {each.get("id") for each in root.iter()}

    assert {"seat-2"} == {i for i in ids if i and i.startswith("seat-")}
    assert tiles(root) - Counter({MARKER: 1}) == on_table(state, [2]) - Counter(
        {MARKER: 1}
    )
    assert f"{state.players[2].name}, seat 2" in words(root)
    assert f"{state.players[0].name}, seat 0" not in words(root)


def test_all_seats_of_a_board_have_their_spaces():
    spaces = [
        each
        for each in board_of(drawn(table(board="gray")), 0).iter(f"{SVG}rect")
        if each.get("class") == "space"
    ]
    floor = len(BOARDS["gray"].floor_penalties)

    assert len(spaces) == SIZE * SIZE + sum(range(1, SIZE + 1)) + floor


def test_a_picture_follows_light_and_dark_mode_and_refers_to_nothing_outside():
    text = picture(table())
    root = drawn(table())

    assert "prefers-color-scheme: dark" in style()
    assert root.findtext(f"{SVG}style") == style()
    assert not [
        each for each in root.iter() if each.tag in (f"{SVG}script", f"{SVG}image")
    ]
    assert {u.get("href", "")[0] for u in root.iter(f"{SVG}use")} == {"#"}
    assert "url(" not in text
    assert "@import" not in text
    assert "var(" not in style()  # viewers that are no browsers do not know it
