"""Idempotency-Key: the same request again gives the same answer, and plays nothing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.support import (
    KEY,
    OTHER_KEY,
    Table,
    assert_refused,
    bearer,
    body_of,
    order,
    sit_down,
)

REPLAYED = "Idempotency-Replayed"


def create(client, body=None, key=KEY):
    headers = {"Idempotency-Key": key}
    return client.post("/v1/games", json=body or order(), headers=headers)


def take(table, body, seat=0, key=KEY, **headers):
    return table.take(body, seat, Idempotency_Key=key, **headers)


def games_in(store):
    return len(store.keys("azul:*:log"))


@pytest.fixture
def line_move(table) -> dict:
    return next(move for move in table.legal_moves if move["line"] == 4)


# ----- Creating -----


def test_a_creation_repeated_answers_the_same_game_and_tokens(client, store):
    first, second = create(client), create(client)

    assert first.status_code == second.status_code == 201
    assert REPLAYED not in first.headers
    assert second.headers[REPLAYED] == "true"
    assert second.data == first.data
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["ETag"] == first.headers["ETag"]
    assert games_in(store) == 1


def test_a_creation_repeated_late_still_answers_the_game_as_it_began(client):
    first = create(client)
    Table(client, body_of(first)).play(1)

    assert create(client).data == first.data


def test_a_creation_repeated_at_another_worker_is_known_there(client, start, store):
    first = create(client)
    second = create(start())

    assert second.headers[REPLAYED] == "true"
    assert second.data == first.data
    assert games_in(store) == 1


@pytest.mark.parametrize(
    "body",
    [
        order(3),
        order(board="gray"),
        order(starting_seat=0),
        order(seed="a1"),
        {"players": [{"name": "Rui"}, {"name": "Ana"}]},
    ],
)
def test_the_key_of_a_creation_is_good_for_that_creation_only(client, store, body):
    create(client)

    assert_refused(create(client, body), 422, "idempotency_key_reused")
    assert games_in(store) == 1


def test_what_is_left_out_is_the_same_as_its_default(client):
    first = create(client, order())
    explicit = order(board="colored", starting_seat=None, seed=None)

    assert create(client, explicit).data == first.data


def test_another_key_creates_another_game(client, store):
    assert create(client).json != create(client, key=OTHER_KEY).json
    assert games_in(store) == 2


def test_a_refused_creation_binds_no_key(client):
    assert_refused(create(client, {"players": []}), 422, "validation_failed", "players")
    assert create(client).status_code == 201


# ----- Acting -----


def test_a_command_repeated_answers_the_same_and_plays_nothing(table):
    move = table.legal_moves[0]
    first = take(table, move)
    after = table.mark()
    second = take(table, move)

    assert first.status_code == second.status_code == 200
    assert REPLAYED not in first.headers
    assert second.headers[REPLAYED] == "true"
    assert second.headers["ETag"] == first.headers["ETag"] == '"2"'
    assert second.data == first.data
    assert table.mark() == after


def test_a_command_is_known_whatever_happened_in_between(table, start):
    move = table.legal_moves[0]
    first = take(table, move)
    table.play(1)
    after = table.mark()

    assert take(table, move).data == first.data
    table.client = start()
    assert take(table, move).data == first.data
    assert table.mark() == after


def test_a_placement_repeated_answers_the_same(tiling):
    place = tiling.game["legal_placements"][0]
    body = {"line": place["line"], "column": place["columns"][0]}
    first = tiling.place(body, place["seat"], Idempotency_Key=KEY)
    tiling.play(1, lambda game: game["round"] > 2)

    second = tiling.place(body, place["seat"], Idempotency_Key=KEY)
    assert second.headers[REPLAYED] == "true"
    assert second.data == first.data


def test_a_key_is_the_same_in_any_case(table):
    move = table.legal_moves[0]
    first = take(table, move, key=KEY.upper())

    assert take(table, move).data == first.data


def test_dropped_left_out_is_dropped_none(table, line_move):
    first = take(table, line_move)

    assert take(table, {**line_move, "dropped": 0}).data == first.data


def test_the_same_body_written_otherwise_is_the_same(table, line_move):
    first = take(table, line_move)
    line, display = line_move["line"], line_move["display"]
    text = f"""{{
        "line": {line}, "col\\u006fr": "{line_move["color"]}",
        "display": {display}}}"""
    second = table.client.post(
        f"{table.path}/take-tiles",
        data=text,
        content_type="application/json; charset=utf-8",
        headers={**bearer(table.tokens[0]), "Idempotency-Key": KEY},
    )

    assert second.data == first.data


def test_if_match_is_no_part_of_the_comparison(table):
    move = table.legal_moves[0]
    first = take(table, move, If_Match='"1"')

    assert take(table, move, If_Match='"1"').data == first.data
    assert take(table, move, If_Match='"99"').data == first.data
    assert take(table, move).data == first.data


@pytest.mark.parametrize(
    "change", [{"line": 3}, {"line": None}, {"dropped": 1}, {"color": "white"}]
)
def test_the_key_of_a_command_is_good_for_that_command_only(table, line_move, change):
    first = take(table, line_move)
    after = table.mark()

    response = take(table, {**line_move, **change})
    assert_refused(response, 422, "idempotency_key_reused")
    assert take(table, line_move).data == first.data
    assert table.mark() == after


def test_the_key_of_a_take_is_not_good_for_a_placement(table):
    take(table, table.legal_moves[0])

    response = table.place({"line": 0, "column": 0}, 0, Idempotency_Key=KEY)
    assert_refused(response, 422, "idempotency_key_reused")


def test_the_key_of_one_seat_is_not_good_for_another(table):
    move = table.legal_moves[0]
    take(table, move)

    response = take(table, move, seat=1)
    assert_refused(response, 422, "idempotency_key_reused")


def test_keys_are_bound_per_game(client):
    for table in (sit_down(client), sit_down(client)):
        move, seat = table.legal_moves[0], table.game["current_seat"]
        response = take(table, move, seat)
        assert response.status_code == 200
        assert REPLAYED not in response.headers


def test_refused_commands_bind_no_key(table):
    move = table.legal_moves[0]
    full = {**move, "line": None, "dropped": 1}
    illegal = {"display": None, "color": "red", "line": 0}

    assert_refused(take(table, illegal), 422, "color_not_in_source", "color")
    assert_refused(take(table, full), 422, "dropped_too_many", "dropped")
    assert_refused(take(table, move, seat=1), 409, "not_your_turn")
    assert_refused(take(table, move, If_Match='"7"'), 412, "version_mismatch")
    assert_refused(
        take(table, {}), 422, "validation_failed", "display", "color", "line"
    )
    response = take(table, move)
    assert response.status_code == 200
    assert REPLAYED not in response.headers


def test_a_repetition_needs_the_token_too(table):
    move = table.legal_moves[0]
    take(table, move)
    response = table.client.post(
        f"{table.path}/take-tiles", json=move, headers={"Idempotency-Key": KEY}
    )

    assert_refused(response, 401, "token_missing")


def test_without_a_key_a_repetition_is_a_new_command(table):
    move = table.legal_moves[0]
    table.take(move)

    assert_refused(table.take(move, seat=0), 409, "not_your_turn")


def test_of_many_repetitions_at_once_one_is_played(table):
    move = table.legal_moves[0]

    def send(_):
        return take(Table(table.client, {"game": table.game, "seats": seats}), move)

    seats = [{"token": token} for token in table.tokens]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(send, range(16)))

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert [REPLAYED in answer.headers for answer in answers].count(False) == 1
    assert table.events()["version"] == 2


@pytest.mark.parametrize(
    "key",
    [
        "",
        "1",
        KEY[:-1],
        KEY + "0",
        KEY.replace("-", ""),
        f"{{{KEY}}}",
        f"urn:uuid:{KEY}",
        f'"{KEY}"',
        KEY.replace("8", "g"),
        f"{KEY}, {OTHER_KEY}",
        KEY.replace("8", "\xb2"),
        "x" * 5000,
    ],
)
def test_a_key_that_is_no_uuid_is_refused(table, key):
    before = table.mark()

    created = create(table.client, key=key)
    assert_refused(created, 400, "malformed_request", "Idempotency-Key")
    taken = take(table, table.legal_moves[0], key=key)
    assert_refused(taken, 400, "malformed_request", "Idempotency-Key")
    assert table.mark() == before


def test_moves_kept_while_offline_are_played_once_in_whatever_order_they_come(
    client, table
):
    """Each has a key and the version it was made for; what comes too early may come
    again.
    """
    ahead = sit_down(client, starting_seat=0, seed="the seed of the tests")
    kept = []
    for number in range(3):
        move, seat = ahead.legal_moves[0], ahead.game["current_seat"]
        ahead.take(move)
        kept.append(
            (move, seat, {"If_Match": f'"{number + 1}"', "key": NUMBERED[number]})
        )

    def send(moves):
        return [
            (response.status_code, REPLAYED in response.headers)
            for response in (
                take(table, body, seat, **more) for body, seat, more in moves
            )
        ]

    assert send(reversed(kept)) == [(412, False), (412, False), (200, False)]
    assert send(kept) == [(200, True), (200, False), (200, False)]
    assert send([*kept, *reversed(kept)]) == [(200, True)] * 6
    assert body_of(table.read())["version"] == 4


NUMBERED = [f"8c1d6f0e-3a57-4c9b-9a44-5b0e7f3d2c{number:02}" for number in range(3)]
