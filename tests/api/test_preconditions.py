"""If-Match: a command is only played on the version that the player saw."""

import pytest

from tests.api.support import assert_refused, bearer

ILLEGAL = {"display": None, "color": "red", "line": 0}


def test_a_command_for_the_version_at_hand_is_played(table):
    assert table.take(table.legal_moves[0], If_Match='"1"').status_code == 200
    assert table.take(table.legal_moves[0], If_Match='"2"').status_code == 200


@pytest.mark.parametrize("version", [1, 3, 10**9, 2**53 - 1])
def test_a_command_for_another_version_is_refused_and_changes_nothing(table, version):
    table.take(table.legal_moves[0])
    before = table.mark()
    response = table.take(table.legal_moves[0], If_Match=f'"{version}"')

    problem = assert_refused(response, 412, "version_mismatch")
    assert "version 2" in problem["detail"]
    assert table.mark() == before


def test_that_the_game_has_moved_on_is_said_before_any_rule(table):
    table.take(table.legal_moves[0])
    stale = '"1"'

    for body, seat in [(ILLEGAL, 1), (table.legal_moves[0], 0), (ILLEGAL, 0)]:
        assert_refused(table.take(body, seat, If_Match=stale), 412, "version_mismatch")
    placed = table.place({"line": 0, "column": 0}, 0, If_Match=stale)
    assert_refused(placed, 412, "version_mismatch")


def test_with_the_right_version_the_rules_decide(table):
    response = table.take(ILLEGAL, If_Match='"1"')

    assert_refused(response, 422, "color_not_in_source", "color")


def test_a_placement_can_be_bound_to_a_version_too(tiling):
    place = tiling.game["legal_placements"][0]
    body = {"line": place["line"], "column": place["columns"][0]}
    version = tiling.version

    stale = tiling.place(body, place["seat"], If_Match=f'"{version - 1}"')
    assert_refused(stale, 412, "version_mismatch")
    fresh = tiling.place(body, place["seat"], If_Match=f'"{version}"')
    assert fresh.status_code == 200


@pytest.mark.parametrize("command", ["take-tiles", "place-tile"])
@pytest.mark.parametrize(
    "condition",
    [
        "",
        "1",
        "*",
        'W/"1"',
        '"0"',
        '"01"',
        '"-1"',
        '"1.0"',
        '""',
        '"x"',
        "'1'",
        '"1',
        '"1", "2"',
        '"1" "2"',
        '"\xb9"',
        '"' + "9" * 5000 + '"',
    ],
)
def test_a_condition_of_another_form_is_refused(table, condition, command):
    body = ILLEGAL if command == "take-tiles" else {"line": 0, "column": 0}
    before = table.mark()

    response = table.client.post(
        f"{table.path}/{command}",
        json=body,
        headers={**bearer(table.tokens[0]), "If-Match": condition},
    )
    assert_refused(response, 400, "malformed_request", "If-Match")
    assert table.mark() == before


def test_who_acts_is_asked_before_what_for(table):
    response = table.client.post(
        f"{table.path}/take-tiles", json=ILLEGAL, headers={"If-Match": '"7"'}
    )

    assert_refused(response, 401, "token_missing")
