"""The client that all these tests use sees what is not as openapi.yaml has it."""

import json

import pytest
from openapi_core.exceptions import OpenAPIError

from tests.api.checked_client import check
from tests.api.spec import SCHEMAS


@pytest.fixture
def answer(table):
    """A state that is as it should be."""
    response = table.read()
    check(response)
    return response


def change(answer, **fields):
    answer.data = json.dumps({**answer.json, **fields})
    return answer


@pytest.mark.parametrize(
    "fields",
    [
        {"version": 0},
        {"version": "1"},
        {"version": 1.5},
        {"version": None},
        {"status": "paused"},
        {"created_at": "yesterday"},
        {"id": "short"},
        {"seed": ""},
        {"secret": 1},
        {"center": {"tiles": [], "starting_marker": True, "more": 1}},
        {"legal_moves": [{"display": 0, "color": "red"}]},
        {"legal_moves": [{"display": 0, "color": "pink", "line": 0}]},
        {"displays": []},
        {"result": {}},
    ],
)
def test_a_body_that_does_not_fit_its_schema_is_seen(answer, fields):
    with pytest.raises(OpenAPIError):
        check(change(answer, **fields))


@pytest.mark.parametrize("name", SCHEMAS["Game"]["properties"])
def test_a_field_left_out_is_seen(answer, name):
    answer.data = json.dumps({k: v for k, v in answer.json.items() if k != name})
    with pytest.raises(OpenAPIError):
        check(answer)


def test_what_is_no_json_is_seen(answer):
    for wrong in (b"", b"{", b"null", answer.data + b"}"):
        answer.data = wrong
        with pytest.raises((OpenAPIError, ValueError)):
            check(answer)


@pytest.mark.parametrize("status", [201, 400, 500])
def test_a_status_that_is_not_documented_is_seen(answer, status):
    answer.status_code = status
    with pytest.raises(AssertionError):
        check(answer)


def test_a_header_that_is_not_documented_is_seen(answer):
    answer.headers["X-Secret"] = "1"
    with pytest.raises(AssertionError):
        check(answer)


@pytest.mark.parametrize("etag", [None, "1", '"0"', 'W/"1"'])
def test_a_header_that_is_missing_or_wrong_is_seen(answer, etag):
    del answer.headers["ETag"]
    if etag:
        answer.headers["ETag"] = etag
    with pytest.raises(OpenAPIError):
        check(answer)


@pytest.mark.parametrize("media_type", ["text/html", "application/problem+json"])
def test_a_media_type_that_is_not_documented_is_seen(answer, media_type):
    answer.headers["Content-Type"] = media_type
    with pytest.raises(OpenAPIError):
        check(answer)


def test_a_wrong_allow_header_is_seen(client):
    response = client.put("/livez")
    response.headers["Allow"] = "GET"
    with pytest.raises(AssertionError):
        check(response)


def test_an_answer_to_a_path_that_is_not_documented_is_seen(client):
    response = client.get("/nowhere")
    response.data = json.dumps({**response.json, "code": "game_not_found"})
    with pytest.raises(AssertionError):
        check(response)
