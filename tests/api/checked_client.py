"""A test client that lets no answer pass that openapi.yaml does not describe."""

import json
import re
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_core import Config, OpenAPI
from openapi_core.testing.requests import MockRequest
from openapi_core.testing.responses import MockResponse
from werkzeug.test import TestResponse

from tests.api.fast_schemas import FastResponseValidator
from tests.api.spec import (
    SCHEMAS,
    SPEC,
    Operation,
    allowed_methods,
    methods_of,
    template_of,
)

TEXTS = (
    "application/x-ndjson",
    "application/yaml",
    "image/svg+xml",
    "text/event-stream",
    "text/html",
    "text/vnd.azul.game",
)
OPENAPI = OpenAPI.from_dict(
    SPEC,
    config=Config(
        response_validator_cls=FastResponseValidator,
        extra_media_type_deserializers={
            "application/problem+json": json.loads,
            **dict.fromkeys(TEXTS, bytes.decode),
        },
    ),
)
EVENT, PROBLEM = (
    Draft202012Validator(
        {**SCHEMAS[name], "components": {"schemas": SCHEMAS}},
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    for name in ("Event", "Problem")
)
JSON_MEDIA = ("application/json", "application/problem+json")
PLAIN_HEADERS = re.compile(
    r"content-(type|length|disposition|security-policy)|cache-control|vary|"
    r"access-control-.*|x-content-type-options|x-frame-options|x-accel-buffering|"
    r"referrer-policy",
    re.IGNORECASE,
)
"""Headers that any answer may carry. All others mean something and are documented."""
PAGE_FILE = re.compile(r"/(docs|play)/[^/]+")


class CheckedClient(FlaskClient):
    """Checks every answer: status, headers, media type, and the body's schema."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        check(response)
        return response


def check(response: TestResponse) -> None:
    """Raises if the document does not describe `response` to its request."""
    method = response.request.method
    path = response.request.path.rstrip("/") or "/"  # a slash at the end is forgiven
    template = template_of(path)
    if method == "OPTIONS":
        _check_options(response)
    elif PAGE_FILE.fullmatch(path) and response.status_code in (200, 304):
        return  # the files of the pages are no part of the API
    elif template is None:
        _check_problem(response, "not_found")
    elif operation := methods_of(template).get(method.replace("HEAD", "GET")):
        _check_answer(response, operation, without_body=method == "HEAD")
    else:
        _check_problem(response, "method_not_allowed")
        assert set(response.headers["Allow"].split(", ")) == allowed_methods(template)


def _check_options(response: TestResponse) -> None:
    assert (response.status_code, response.data) in ((204, b""), (404, response.data))
    if response.status_code == 404:
        _check_problem(response, "not_found")


def _check_answer(
    response: TestResponse, operation: Operation, *, without_body: bool
) -> None:
    documented = operation.response(response.status_code)
    assert documented, f"{operation.id} answers {response.status_code}: {response.text}"
    _check_headers(response, documented)
    if without_body:
        assert response.data == b""
        return
    if response.mimetype == "text/event-stream":
        return  # it goes on: only its own tests read it
    OPENAPI.validate_response(_request(operation), _response(response))
    if response.mimetype in JSON_MEDIA:
        strict_json(response.data.decode())
    if response.mimetype == "application/x-ndjson":
        for line in response.data.decode().splitlines():
            EVENT.validate(strict_json(line))


def _check_headers(response: TestResponse, documented: dict[str, Any]) -> None:
    names = {name.lower() for name in documented.get("headers", {})}
    unknown = {
        name
        for name, _ in response.headers
        if name.lower() not in names and not PLAIN_HEADERS.fullmatch(name)
    }
    assert unknown == set()


def _check_problem(response: TestResponse, code: str) -> None:
    """The problems of no operation: there is no such path, or no such method."""
    if response.request.method == "HEAD":
        return
    problem = strict_json(response.data.decode())
    assert response.content_type == "application/problem+json"
    assert (problem["code"], problem["status"]) == (code, response.status_code)
    PROBLEM.validate(problem)


def _request(operation: Operation) -> MockRequest:
    path = re.sub(r"{\w+}", "q7Vd0KxJm2RtZ8sLw4YhGA", operation.path)
    return MockRequest("http://localhost", operation.method, path)


def _response(response: TestResponse) -> MockResponse:
    return MockResponse(
        response.data,
        response.status_code,
        dict(response.headers),
        response.mimetype or "",
    )


def strict_json(text: str) -> Any:
    """`text` as JSON without NaN, Infinity and duplicate keys."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), f"a key stands twice: {pairs}"
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=members)
