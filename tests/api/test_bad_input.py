"""Whatever is sent: an answer in JSON that says what is wrong, and nothing happens."""

import io
import json

import pytest

from tests.api.spec import OPERATIONS
from tests.api.support import assert_refused, order
from tests.api.world import World
from tests.api.wrong_values import COLOR, NAME, SEED, VALID, cases, text_with

CASES = list(cases())
LIMIT = 64 * 1024
MAX_HISTORY_BYTES = 8 * 1024 * 1024

pytestmark = pytest.mark.usefixtures("nothing_happens")
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


@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
def test_a_history_that_is_too_large_is_refused_and_not_cut(world, chunked):
    events = world.offer.events()["events"]
    body = "\n".join(map(json.dumps, events)).encode().ljust(MAX_HISTORY_BYTES + 1)
    response = world.client.post(
        "/v1/replays",
        data=b"" if chunked else body,
        content_type="application/x-ndjson",
        **(in_chunks(body) if chunked else {}),
    )

    assert_refused(response, 413, "payload_too_large")


@each_operation
@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
def test_a_body_of_just_the_limit_is_read(world, operation, chunked):
    body = json.dumps({**VALID[operation], "x": 1}).encode().ljust(LIMIT)
    more = in_chunks(body) if chunked else {}
    response = world.post(operation, b"" if chunked else body, **more)

    assert_refused(response, 422, "validation_failed", "x")


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
