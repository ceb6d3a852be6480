"""Whatever path, method or query is asked for: JSON that says what is wrong."""

import pytest

from tests.api.spec import OPERATIONS, SPEC, allowed_methods
from tests.api.support import KEY, NO_GAME, assert_refused, bearer
from tests.api.wrong_values import VALID

pytestmark = pytest.mark.usefixtures("nothing_happens")


@pytest.mark.parametrize("template", SPEC["paths"])
def test_a_method_that_a_path_does_not_take_is_answered_with_those_it_takes(
    world, template
):
    path = template.format(game_id=world.offer.id)
    allowed = allowed_methods(template)
    methods = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PLAY")
    for method in set(methods) - allowed:
        response = world.client.open(path, method=method, json={})
        assert response.status_code == 405
        assert response.headers["Content-Type"] == "application/problem+json"
        assert set(response.headers["Allow"].split(", ")) == allowed


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v2/games",
        "/v1/game",
        "/V1/games",
        "/v1//games",
        "//v1/games",
        "/games",
        "/v1/games/{id}/moves",
        "/v1/games/{id}//events",
        "/v1/games/{id}/take-tiles/again",
        "/v1/games/a%2fb",
        "/v1/games/%2e%2e%2f%2e%2e",
        "/static/docs.js",
        "/favicon.ico",
        "/robots.txt",
        "/.env",
        "/<script>",
        "/%00",
        "/%ff",
        "/" + "x" * 5000,
    ],
)
def test_a_path_that_does_not_exist_is_not_found(world, path, method):
    response = world.client.open(path.format(id=world.offer.id), method=method)

    assert response.status_code == 404
    if method != "HEAD":
        assert_refused(response, 404, "not_found")


@pytest.mark.parametrize("operation", sorted({*OPERATIONS} - {"streamGame"}))
def test_a_slash_at_the_end_changes_nothing_and_leads_nowhere_else(world, operation):
    method = OPERATIONS[operation].method
    body = {} if method == "post" else None
    plain, slashed = (
        world.client.open(world.path(operation) + end, method=method, json=body)
        for end in ("", "/")
    )

    assert plain.status_code == slashed.status_code
    assert "Location" not in slashed.headers


@pytest.mark.parametrize(
    "game_id",
    [
        "x",
        "a" * 21,
        "a" * 23,
        "a" * 5000,
        "a" * 21 + "=",
        "a" * 21 + "%0a",
        "a" * 21 + "*",
        "a" * 21 + ".",
        "%00" * 22,
        "%ff" * 22,
        "é" * 22,
        "%d9%a1" * 22,
        "..",
        "null",
        "0",
        "{azul}",
        NO_GAME,
    ],
)
def test_an_id_of_no_game_is_not_found_whatever_is_asked(world, game_id):
    path = f"/v1/games/{game_id}"
    headers = {**bearer(world.offer.tokens[0]), "Idempotency-Key": KEY}
    take, place = VALID["takeTiles"], VALID["placeTile"]
    answers = [
        world.client.get(path),
        world.client.get(f"{path}?version=1"),
        world.client.get(f"{path}/events"),
        world.client.post(f"{path}/take-tiles", json=take, headers=headers),
        world.client.post(f"{path}/place-tile", json=place, headers=headers),
    ]

    for answer in answers:
        assert_refused(answer, 404, "game_not_found")


def test_an_id_is_not_found_in_another_case(world):
    response = world.client.get(f"/v1/games/{world.offer.id.swapcase()}")

    assert_refused(response, 404, "game_not_found")


@pytest.mark.parametrize("operation", [*VALID, "getGame", "listEvents"])
@pytest.mark.parametrize("name", ["x", "Version", "versions", "limit ", "é", "token"])
def test_a_query_parameter_that_does_not_exist_is_refused(world, operation, name):
    path = world.path(operation)
    headers = bearer(world.table(operation).tokens[0])
    response = world.client.open(
        path,
        method=OPERATIONS[operation].method,
        query_string={name: "1"},
        json=VALID.get(operation),
        headers=headers,
    )

    assert_refused(response, 422, "validation_failed", name)


@pytest.mark.parametrize(
    ("path", "name"), [("", "version"), ("/events", "after"), ("/events", "limit")]
)
@pytest.mark.parametrize("value", ["1", "2"])
def test_a_query_parameter_is_given_once(world, path, name, value):
    url = f"{world.offer.path}{path}?{name}=1&{name}={value}"

    assert_refused(world.client.get(url), 422, "validation_failed", name)


@pytest.mark.parametrize(
    "version",
    [
        "0",
        "-1",
        str(2**53),
        "9" * 5000,
        "",
        " 1",
        "1 ",
        "+1",
        "%2B1",
        "1.0",
        "1e0",
        "0x1",
        "1_0",
        "x",
        "true",
        "null",
        "1,2",
        "1%00",
        "%ff",
        "%ed%a0%80",
        "%D9%A3",
        "%EF%BC%91",
        "%C2%B2",
    ],
)
def test_a_version_that_is_no_number_from_one_on_is_refused(world, version):
    response = world.client.get(f"{world.offer.path}?version={version}")

    assert_refused(response, 422, "validation_failed", "version")


def test_all_that_is_wrong_in_a_query_is_named_at_once(world):
    response = world.client.get(f"{world.offer.path}/events?limit=0&after=x&x=1")

    assert_refused(response, 422, "validation_failed", "limit", "after", "x")
