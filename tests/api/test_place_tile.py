"""place-tile: choosing columns on the boards that leave a choice."""

import pytest

from tests.api.oracle import columns_for, placements, refusal_of_placement
from tests.api.support import assert_refused, body_of, sit_down


def choice(table, seat=None):
    """The seat, line and columns of a placement that is due."""
    return next(
        (place["seat"], place["line"], place["columns"])
        for place in table.game["legal_placements"]
        if seat in (None, place["seat"])
    )


def test_the_state_lists_what_each_seat_may_place_next(tiling):
    due = {place["seat"]: place for place in tiling.game["legal_placements"]}

    assert due
    for player in tiling.game["players"]:
        seat, pending = player["seat"], player["pending_lines"]
        assert bool(pending) == (seat in due)
        if pending:
            assert due[seat]["line"] == pending[0] == min(pending)
            assert due[seat]["columns"] == columns_for(tiling.game, seat, pending[0])
            assert len(due[seat]["columns"]) > 1


def test_a_placement_is_answered_with_its_version_its_events_and_the_new_state(tiling):
    seat, line, columns = choice(tiling)
    version = tiling.version
    response = tiling.place({"line": line, "column": columns[-1]}, seat)

    body = body_of(response)
    data = body["events"][0]["data"]
    assert response.headers["ETag"] == f'"{version + 1}"'
    assert body["version"] == body["game"]["version"] == version + 1
    assert body["game"] == tiling.read().json
    assert body["events"] == tiling.events(after=version)["events"]
    assert (data["seat"], data["line"], data["column"]) == (seat, line, columns[-1])
    assert data["forced"] is False
    assert body["game"]["players"][seat]["wall"][line][columns[-1]] == data["color"]


def test_seats_place_independently_of_each_other(client):
    table = sit_down(client, 3, board="gray", seed="a1", starting_seat=0)
    table.play_until(lambda game: len(game["legal_placements"]) == 3)

    for seat in (2, 0, 1):
        _, line, columns = choice(table, seat)
        assert (
            table.place({"line": line, "column": columns[0]}, seat).status_code == 200
        )


def test_a_line_out_of_turn_is_refused_and_changes_nothing(tiling):
    seat, line, columns = choice(tiling)
    before = tiling.mark()

    for other in {0, 1, 2, 3, 4} - {line}:
        response = tiling.place({"line": other, "column": columns[0]}, seat)
        assert_refused(response, 422, "line_not_pending", "line")
    assert tiling.mark() == before


def test_a_column_that_does_not_take_the_tile_is_refused_and_changes_nothing(client):
    table = sit_down(client, board="crystal_1", seed="a1", starting_seat=0)
    table.play_until(
        lambda game: any(len(p["columns"]) < 5 for p in game["legal_placements"])
    )
    seat, place = next(
        (seat, place)
        for seat, place in placements(2)
        if refusal_of_placement(table.game, seat, place) == "column_not_allowed"
    )
    before = table.mark()

    assert_refused(table.place(place, seat), 422, "column_not_allowed", "column")
    assert table.mark() == before


def test_the_same_choice_sent_twice_does_not_hit_the_next_line(tiling):
    tiling.play_until(
        lambda game: any(len(player["pending_lines"]) > 1 for player in game["players"])
    )
    seat, line, columns = next(
        choice(tiling, player["seat"])
        for player in tiling.game["players"]
        if len(player["pending_lines"]) > 1
    )
    place = {"line": line, "column": columns[0]}
    tiling.place(place, seat)
    before = tiling.mark()

    assert tiling.place(place, seat).status_code in {409, 422}
    assert tiling.mark() == before


def test_a_seat_that_has_nothing_left_to_place_is_not_asked(client):
    table = sit_down(client, board="gray", seed="a2", starting_seat=0)
    table.play_until(lambda game: len(game["legal_placements"]) == 1)
    idle = 1 - table.game["legal_placements"][0]["seat"]
    before = table.mark()

    assert_refused(table.place({"line": 0, "column": 0}, idle), 409, "not_your_turn")
    assert table.mark() == before


@pytest.mark.parametrize("board", ["colored", "gray"])
def test_nothing_can_be_placed_during_the_factory_offer(client, board):
    table = sit_down(client, board=board)
    before = table.mark()

    for seat in (0, 1):
        response = table.place({"line": 0, "column": 0}, seat)
        assert_refused(response, 409, "wrong_phase")
    assert table.mark() == before


def test_nothing_can_be_placed_once_the_game_is_finished(table):
    table.play_until(lambda game: game["status"] == "finished")

    response = table.place({"line": 0, "column": 0}, 0)
    assert_refused(response, 409, "game_finished")


def test_the_last_placement_of_a_round_starts_the_next_in_the_same_version(tiling):
    while tiling.game["phase"] == "wall_tiling":
        seat, line, columns = choice(tiling)
        answer = body_of(tiling.place({"line": line, "column": columns[0]}, seat))

    types = [event["type"] for event in answer["events"]]
    assert (types[0], types[-1]) == ("tile_placed", "round_started")
    assert {event["version"] for event in answer["events"]} == {answer["version"]}
    assert answer["game"]["round"] == 2
    assert answer["game"]["legal_placements"] == []
    assert all(not player["pending_lines"] for player in answer["game"]["players"])
