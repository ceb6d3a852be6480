"""Who may act: the token of the seat, in the Authorization header and nowhere else."""

import pytest

from service.settings import Settings
from tests.api.support import (
    NO_GAME,
    SECRET,
    assert_refused,
    bearer,
    order,
    sit_down,
)

COMMANDS = ("take-tiles", "place-tile")


def send(table, headers, command="take-tiles"):
    move = table.legal_moves[0] if command == "take-tiles" else {"line": 0, "column": 0}
    return table.client.post(f"{table.path}/{command}", json=move, headers=headers)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_without_a_token_is_asked_for_one(table, command):
    before = table.mark()
    response = send(table, {}, command)

    assert_refused(response, 401, "token_missing")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert table.mark() == before


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer nonsense",
        "Bearer {token}x",
        "Bearer x{token}",
        "Bearer {short}",
        "Bearer {token} {token}",
        "Bearer {token},Bearer {token}",
        "Bearer {upper}",
        "Bearer {other_seat}",
        "Bearer {game}",
        "Bearer {game}.0",
        "Bearer {game}.0.",
        "Bearer {game}.9.{mac}",
        "Bearer {game}.00.{mac}",
        "Bearer {token}=",
        "Bearer \xe9\xff",
        "{token}",
        "Basic {token}",
        "Token {token}",
        "Bearer: {token}",
        "Bearer\t{token}",
    ],
)
def test_what_is_no_token_of_any_seat_is_refused(table, authorization, command):
    token = table.tokens[0]
    mac = token.rpartition(".")[2]
    before = table.mark()
    text = authorization.format(
        token=token,
        short=token[:-1],
        upper=token.upper(),
        other_seat=f"{table.id}.1.{mac}",
        game=table.id,
        mac=mac,
    )
    response = send(table, {"Authorization": text}, command)

    assert_refused(response, 401, "token_invalid")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert mac not in response.text
    assert table.mark() == before


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER ", "bEaReR   "])
def test_the_scheme_is_read_in_any_case(table, scheme):
    response = send(table, {"Authorization": scheme + table.tokens[0]})

    assert response.status_code == 200


@pytest.mark.parametrize("command", COMMANDS)
def test_a_token_of_another_game_is_forbidden_here(table, command):
    other = sit_down(table.client)
    before = table.mark()
    response = send(table, bearer(other.tokens[0]), command)

    assert_refused(response, 403, "wrong_game")
    assert other.tokens[0] not in response.text
    assert table.mark() == before


def test_a_token_of_another_seat_is_one_whose_turn_it_is_not(table):
    assert_refused(send(table, bearer(table.tokens[1])), 409, "not_your_turn")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_game_that_does_not_exist_is_not_found_with_any_token(table, command):
    response = table.client.post(
        f"/v1/games/{NO_GAME}/{command}",
        json={"line": 0, "column": 0}
        if command == "place-tile"
        else table.legal_moves[0],
        headers=bearer(table.tokens[0]),
    )

    assert_refused(response, 404, "game_not_found")


def test_a_token_is_read_from_no_other_place(table):
    token, move = table.tokens[0], table.legal_moves[0]
    path = f"{table.path}/take-tiles"
    before = table.mark()

    def post(query="", **more):
        return table.client.post(path + query, **{"json": move, **more})

    table.client.set_cookie("token", token)
    assert_refused(post(), 401, "token_missing")
    assert_refused(post(headers={"X-Token": token}), 401, "token_missing")
    in_query = post(f"?access_token={token}")
    assert_refused(in_query, 422, "validation_failed", "access_token")
    in_body = post(json={**move, "token": token})
    assert_refused(in_body, 401, "token_missing")
    assert table.mark() == before


def test_a_body_cannot_name_the_seat(table):
    response = table.take({**table.legal_moves[0], "seat": 0}, seat=1)

    assert_refused(response, 422, "validation_failed", "seat")


def test_a_token_is_good_on_every_worker_and_after_a_restart(table, start):
    table.client = start()

    assert table.take(table.legal_moves[0]).status_code == 200


def test_a_token_of_an_older_secret_is_good_while_that_secret_is_listed(table, start):
    new, old = "a new secret that has enough characters", SECRET

    table.client = start(Settings(secrets=(new, old)))
    assert table.take(table.legal_moves[0]).status_code == 200
    table.client = start(Settings(secrets=(new,)))
    response = table.take(table.legal_moves[0])
    assert_refused(response, 401, "token_invalid")


def test_creating_takes_no_notice_of_a_token(table):
    response = table.client.post("/v1/games", json=order(), headers=bearer("nonsense"))

    assert response.status_code == 201


@pytest.mark.parametrize(
    "token", ["hunter2", "A" * 22 + ".0.hunter2", "<script>hunter2</script>"]
)
def test_no_answer_repeats_a_token(table, token):
    response = table.client.post(
        f"{table.path}/take-tiles", json=table.legal_moves[0], headers=bearer(token)
    )

    assert response.status_code == 401
    assert "hunter2" not in response.text
    assert "hunter2" not in str(response.headers)
