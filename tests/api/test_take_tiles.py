"""take-tiles: what a take answers, and what it is refused for."""

import pytest

from tests.api.oracle import refusal_of_take, takes
from tests.api.support import Table, assert_refused, body_of, sit_down

RULES = {
    "color_not_in_source": "color",
    "display_empty": "display",
    "line_holds_other_color": "line",
    "line_full": "line",
    "color_on_wall_row": "line",
}


def first_refused(table: Table, code: str) -> dict:
    """Play until some take breaks the rule of `code`, and give that take."""

    def breaking(game):
        if game["phase"] != "factory_offer":
            return None
        return next((t for t in takes(game) if refusal_of_take(game, t) == code), None)

    table.play_until(breaking, seed=3)
    return breaking(table.game)


def test_a_take_is_answered_with_its_version_its_events_and_the_new_state(table):
    move = table.legal_moves[0]
    response = table.take(move)

    body = body_of(response)
    assert response.status_code == 200
    assert response.headers["ETag"] == '"2"'
    assert response.headers["Cache-Control"] == "no-store"
    assert body["version"] == body["game"]["version"] == 2
    assert body["game"] == table.read().json
    assert body["events"] == table.events(after=1)["events"]
    (event,) = body["events"]
    assert (event["version"], event["index"], event["type"]) == (2, 0, "tiles_taken")
    assert {**move, "seat": 0, "took_marker": False}.items() <= event["data"].items()


def test_every_move_that_the_state_lists_can_be_sent_as_it_is(client):
    for place, move in enumerate(sit_down(client, seed="a1").legal_moves):
        table = sit_down(client, seed="a1")
        assert table.legal_moves[place] == move
        assert table.take(move).status_code == 200


def test_tiles_from_the_center_come_with_the_starting_marker_the_first_time(table):
    table.play_until(lambda game: game["center"]["tiles"])
    color = table.game["center"]["tiles"][0]
    seat = table.game["current_seat"]
    body = body_of(table.take({"display": None, "color": color, "line": None}))

    assert body["events"][0]["data"]["took_marker"] is True
    assert body["game"]["next_starting_seat"] == seat
    assert body["game"]["players"][seat]["floor_line"][0] == "starting_marker"
    assert body["game"]["center"]["starting_marker"] is False


def test_some_of_the_tiles_can_be_dropped_on_purpose(table):
    display, color = next(
        (number, color)
        for number, tiles in enumerate(table.game["displays"])
        for color in tiles
        if tiles.count(color) == 2
    )
    take = {"display": display, "color": color, "line": 4, "dropped": 1}
    body = body_of(table.take(take))

    data = body["events"][0]["data"]
    assert (data["taken"], data["placed"], data["to_floor"]) == (2, 1, 1)
    assert body["game"]["players"][0]["floor_line"] == [color]


@pytest.mark.parametrize("dropped", [4, 5, 21, 10**6, 10**19])
def test_at_least_one_tile_must_go_to_the_line(table, dropped):
    move = next(m for m in table.legal_moves if m["line"] is not None)
    before = table.mark()

    response = table.take({**move, "dropped": dropped})
    assert_refused(response, 422, "dropped_too_many", "dropped")
    assert table.mark() == before


def test_to_the_floor_line_nothing_can_be_dropped_besides(table):
    move = next(m for m in table.legal_moves if m["line"] is None)

    response = table.take({**move, "dropped": 1})
    assert_refused(response, 422, "dropped_too_many", "dropped")
    assert table.take({**move, "dropped": 0}).status_code == 200


@pytest.mark.parametrize("field", ["display", "line", "color"])
def test_display_line_and_color_must_all_be_there(table, field):
    move = {k: v for k, v in table.legal_moves[0].items() if k != field}

    assert_refused(table.take(move), 422, "validation_failed", field)


@pytest.mark.parametrize(("players", "display"), [(2, 5), (3, 7), (4, 9)])
def test_a_display_that_this_game_does_not_have_is_refused(client, players, display):
    table = sit_down(client, players)

    response = table.take({"display": display, "color": "red", "line": 0})
    assert_refused(response, 422, "validation_failed", "display")


@pytest.mark.parametrize(("code", "field"), RULES.items())
def test_a_take_that_breaks_a_rule_is_refused_with_its_code_and_changes_nothing(
    table, code, field
):
    take = first_refused(table, code)
    before = table.mark()
    problem = assert_refused(table.take(take), 422, code, field)

    assert problem["detail"].endswith(".")
    assert problem["errors"][0]["message"] == problem["detail"]
    assert table.mark() == before


def test_an_empty_center_has_no_tile_of_any_color(table):
    response = table.take({"display": None, "color": "red", "line": 0})

    assert_refused(response, 422, "color_not_in_source", "color")


def test_out_of_turn_a_take_is_refused_with_the_seat_whose_turn_it_is(table):
    before = table.mark()
    problem = assert_refused(
        table.take(table.legal_moves[0], seat=1), 409, "not_your_turn"
    )

    assert "Ana" in problem["detail"]
    assert table.mark() == before


def test_nothing_can_be_taken_while_walls_are_tiled(tiling):
    before = tiling.mark()

    for seat in (0, 1):
        response = tiling.take({"display": 0, "color": "red", "line": 0}, seat=seat)
        assert_refused(response, 409, "wrong_phase")
    assert tiling.mark() == before


def test_nothing_can_be_taken_once_the_game_is_finished(table):
    table.play_until(lambda game: game["status"] == "finished")
    before = table.mark()

    for seat in (0, 1):
        response = table.take({"display": 0, "color": "red", "line": 0}, seat=seat)
        assert_refused(response, 409, "game_finished")
    assert table.mark() == before


def test_the_take_that_empties_the_table_carries_out_the_rest_of_the_round(table):
    table.play_until(lambda g: sum(map(len, g["displays"])) == 0 < len(g["center"]))
    while table.game["round"] == 1:
        answer = body_of(table.take(table.legal_moves[0]))

    types = [event["type"] for event in answer["events"]]
    assert types[0] == "tiles_taken"
    assert types[-1] == "round_started"
    assert "tile_placed" in types
    assert {event["version"] for event in answer["events"]} == {answer["version"]}
    assert [event["index"] for event in answer["events"]] == list(range(len(types)))
    assert len({event["at"] for event in answer["events"]}) == 1
    placed = [e["data"] for e in answer["events"] if e["type"] == "tile_placed"]
    assert all(data["forced"] for data in placed)
    assert answer["game"]["round"] == 2
