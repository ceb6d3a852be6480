"""Whatever is sent: an answer in JSON that says what is wrong, and nothing happens."""

import io
import json
from typing import Any

import fakeredis
import pytest

from service.app import create_app
from tests.api.checked_client import CheckedClient
from tests.api.conftest import SETTINGS
from tests.api.spec import OPERATIONS, SPEC, allowed_methods
from tests.api.support import (
    KEY,
    NO_GAME,
    Table,
    assert_refused,
    bearer,
    order,
    sit_down,
)
from tests.api.wrong_values import COLOR, NAME, SEED, VALID, cases, text_with

CASES = list(cases())
LIMIT = 64 * 1024


class World:
    """A game for each operation that takes a body. Nothing that is sent here may
    change them, so all tests share them.
    """

    def __init__(self) -> None:
        self.store = fakeredis.FakeRedis()
        app = create_app(SETTINGS, self.store)
        app.test_client_class = CheckedClient
        self.client = app.test_client()
        self.offer = sit_down(self.client, starting_seat=0, seed="a1")
        self.tiling = sit_down(self.client, board="gray", starting_seat=0, seed="a1")
        self.tiling.play_until(lambda game: game["phase"] == "wall_tiling")
        self.before = self.mark()

    def mark(self) -> list[Any]:
        """All that is stored, and the ETags."""
        logs = [
            (key, self.store.xrange(key))
            for key in sorted(self.store.keys("azul:*:log"))
        ]
        tables = (self.offer, self.tiling)
        return [
            *logs,
            *(self.client.head(table.path).headers["ETag"] for table in tables),
        ]

    def table(self, operation: str) -> Table:
        return self.tiling if operation == "placeTile" else self.offer

    def path(self, operation: str) -> str:
        return OPERATIONS[operation].path.format(game_id=self.table(operation).id)

    def post(self, operation: str, body: bytes, query: str = "", **more):
        """Send `body` for a seat that may act."""
        table = self.table(operation)
        places = table.game["legal_placements"]
        seat = places[0]["seat"] if places else 0
        return self.client.post(
            self.path(operation) + query,
            data=body,
            headers=bearer(table.tokens[seat]),
            **{"content_type": "application/json", **more},
        )


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture(autouse=True)
def nothing_happens(world):
    yield
    assert world.mark() == world.before


each_operation = pytest.mark.parametrize("operation", VALID)


def valid(operation: str) -> bytes:
    return json.dumps(VALID[operation]).encode()


# ----- Bodies -----


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case.operation}-{case.name[:40]}" for case in CASES]
)
def test_a_wrong_body_is_refused_with_the_field_that_is_wrong(world, case):
    response = world.post(case.operation, case.body)

    assert_refused(response, case.status, case.code, case.field)
    assert "Traceback" not in response.text
    assert "Error" not in response.text


@each_operation
def test_all_that_is_wrong_is_named_at_once(world, operation):
    required = {
        "createGame": ["players"],
        "takeTiles": ["display", "color", "line"],
        "placeTile": ["line", "column"],
    }
    response = world.post(operation, b'{"x": 1, "y": 2}')

    fields = required[operation]
    assert_refused(response, 422, "validation_failed", *fields, "x", "y")


@each_operation
def test_a_field_of_any_length_is_named_without_repeating_it_all(world, operation):
    name = "x" * 50_000
    body = json.dumps({**VALID[operation], name: 1}).encode()
    response = world.post(operation, body)

    assert_refused(response, 422, "validation_failed", "x" * 100 + "…")
    assert len(response.data) < 1000


@pytest.mark.parametrize("field", [NAME, SEED], ids=["name", "seed"])
@pytest.mark.parametrize("value", ['"\\ud83d\\ude00"', '"😀"', '"\\u0041"', '"null"'])
def test_other_text_is_no_mistake(world, field, value):
    fine = text_with(field.operation, field.path, value)
    wrong = fine.replace(b'"gray"', b'"grey"')

    assert_refused(world.post("createGame", wrong), 422, "validation_failed", "board")


# ----- Media types -----


@each_operation
@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/x-ndjson",
        "application/problem+json",
        "application/vnd.api+json",
        "application/jsonx",
        "json",
        "*/*",
    ],
)
def test_a_body_that_is_not_sent_as_json_is_refused(world, operation, content_type):
    response = world.post(operation, valid(operation), content_type=content_type)

    assert_refused(response, 415, "unsupported_media_type")


@each_operation
@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"',
        "APPLICATION/JSON",
        " application/json ; x=y",
    ],
)
def test_json_may_be_declared_with_parameters_and_in_any_case(
    world, operation, content_type
):
    body = json.dumps({**VALID[operation], "x": "é"}).encode()
    response = world.post(operation, body, content_type=content_type)

    assert_refused(response, 422, "validation_failed", "x")


@pytest.mark.parametrize(
    "operation", [o.id for o in OPERATIONS.values() if "406" in o.responses]
)
@pytest.mark.parametrize("accept", ["text/csv", "*/*;q=0", "nonsense"])
def test_an_answer_in_no_offered_form_is_refused_in_json(world, operation, accept):
    response = world.client.open(
        world.path(operation),
        method=OPERATIONS[operation].method,
        headers={"Accept": accept},
    )

    assert_refused(response, 406, "not_acceptable")


# ----- Sizes -----


def in_chunks(body: bytes) -> dict:
    """The request without a Content-Length, as a server hands on chunks."""
    return {
        "input_stream": io.BytesIO(body),
        "environ_overrides": {
            "HTTP_TRANSFER_ENCODING": "chunked",
            "wsgi.input_terminated": True,
        },
    }


@each_operation
@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
@pytest.mark.parametrize("size", [LIMIT + 1, 10 * LIMIT])
def test_a_body_that_is_too_large_is_refused(world, operation, chunked, size):
    body = valid(operation).ljust(size)
    more = in_chunks(body) if chunked else {}

    assert_refused(
        world.post(operation, b"" if chunked else body, **more),
        413,
        "payload_too_large",
    )


@each_operation
@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
def test_a_body_of_just_the_limit_is_read(world, operation, chunked):
    body = json.dumps({**VALID[operation], "x": 1}).encode().ljust(LIMIT)
    more = in_chunks(body) if chunked else {}
    response = world.post(operation, b"" if chunked else body, **more)

    assert_refused(response, 422, "validation_failed", "x")


# ----- Methods, paths and queries -----


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


def test_what_is_right_is_taken_in_the_same_world(world):
    """Else all of the above could be refused for another reason."""
    assert_refused(world.post("createGame", b"{}"), 422, "validation_failed", "players")
    for field in (NAME, SEED, COLOR):
        assert json.loads(text_with(field.operation, field.path, '"red"'))
    copy = World()
    for operation, body in {
        "createGame": order(),
        "takeTiles": copy.offer.legal_moves[0],
        "placeTile": {
            "line": copy.tiling.game["legal_placements"][0]["line"],
            "column": copy.tiling.game["legal_placements"][0]["columns"][0],
        },
    }.items():
        response = copy.post(operation, json.dumps(body).encode())
        assert response.status_code in {200, 201}
