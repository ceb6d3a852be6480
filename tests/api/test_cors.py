"""Pages of any origin may use the service, without credentials."""

from dataclasses import replace

import pytest

from tests.api.recipes import RECIPES, Scene
from tests.api.spec import OPERATIONS, methods_of
from tests.api.support import NO_GAME, SETTINGS, assert_refused

ORIGIN = {"Origin": "https://game.example"}
SENT = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
EXPOSED = {"ETag", "Location", "Retry-After", "Idempotency-Replayed"}
ANSWERS = [
    (operation.id, code)
    for operation in OPERATIONS.values()
    for status in operation.responses
    if status >= "400"
    for code in operation.codes(status)
    if operation.id in {"createGame", "getGame", "takeTiles"}
]


def preflight(client, path, method, headers=SENT):
    return client.options(
        path,
        headers={
            **ORIGIN,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": headers,
        },
    )


def names(response, header):
    return {name.strip() for name in response.headers[header].split(",")}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_browser_may_ask_before_every_request(table, operation):
    method, path = OPERATIONS[operation].method.upper(), OPERATIONS[operation].path
    response = preflight(table.client, path.format(game_id=table.id), method)

    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert method in names(response, "Access-Control-Allow-Methods")
    allowed = names(response, "Access-Control-Allow-Headers")
    assert {name.lower() for name in allowed} == set(SENT.lower().split(", "))
    assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize(
    ("path", "method"),
    [("/nowhere", "GET"), (f"/v1/games/{NO_GAME}", "GET"), ("/v1/games", "DELETE")],
)
def test_a_browser_may_ask_in_vain_to_see_the_error_that_follows(client, path, method):
    assert preflight(client, path, method).status_code == 204

    response = client.open(path, method=method, headers=ORIGIN)
    assert response.status_code in {404, 405}
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("origin", ["https://game.example", "null", "http://x:1", None])
def test_answers_can_be_read_by_pages_of_any_origin(table, origin):
    headers = {"Origin": origin} if origin else {}
    response = table.client.get(table.path, headers=headers)

    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert names(response, "Access-Control-Expose-Headers") == EXPOSED
    assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize(("operation", "code"), ANSWERS)
def test_errors_can_be_read_too(server, start, monkeypatch, operation, code):
    response = RECIPES[code](Scene(operation, server, start, monkeypatch))

    assert response.status_code >= 400
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert names(response, "Access-Control-Expose-Headers") == EXPOSED


def test_an_unchanged_state_can_be_read_too(table):
    headers = {**ORIGIN, "If-None-Match": '"1"'}
    response = table.client.get(table.path, headers=headers)

    assert response.status_code == 304
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_the_allowed_origins_are_a_setting(start):
    origins = ("https://game.example", "https://other.example")
    client = start(replace(SETTINGS, cors_origins=origins))

    mine = client.get("/livez", headers=ORIGIN)
    assert mine.headers["Access-Control-Allow-Origin"] == "https://game.example"
    assert "Origin" in mine.headers["Vary"]
    for origin in ("https://evil.example", "https://game.example.evil", "null"):
        theirs = client.get("/livez", headers={"Origin": origin})
        assert "Access-Control-Allow-Origin" not in theirs.headers


@pytest.mark.parametrize(
    "operation", ["createGame", "getGame", "listEvents", "getDocs"]
)
def test_plain_options_name_the_methods_of_a_path(table, operation):
    template = OPERATIONS[operation].path
    response = table.client.options(template.format(game_id=table.id))

    assert (response.status_code, response.data) == (204, b"")
    assert set(methods_of(template)) <= names(response, "Allow")


def test_plain_options_of_no_path_are_not_found(client):
    assert_refused(client.options("/nowhere"), 404, "not_found")
