"""Errors: one shape, one code each, and every documented one really comes about."""

import re

import pytest

from service.api.problem_types import PROBLEM_TYPES
from service.games.reader import Reader
from tests.api.checked_client import strict_json
from tests.api.recipes import RECIPES, Scene
from tests.api.spec import OPERATIONS, SCHEMAS, SPEC
from tests.api.support import body_of, order

DOCUMENTED = [
    (operation.id, int(status), code)
    for operation in OPERATIONS.values()
    for status in operation.responses
    if status >= "400"
    for code in sorted(operation.codes(status))
]
FIELDS = ("type", "title", "status", "detail", "instance", "code", "errors")
EXAMPLES = {
    example["value"]["code"]: example["value"]
    for example in SPEC["components"]["examples"].values()
    if isinstance(example["value"], dict) and "code" in example["value"]
}


@pytest.fixture
def scene_of(server, start, monkeypatch):
    return lambda operation: Scene(operation, server, start, monkeypatch)


@pytest.mark.parametrize(
    ("operation", "status", "code"),
    DOCUMENTED,
    ids=[f"{operation}-{code}" for operation, _, code in DOCUMENTED],
)
def test_every_documented_problem_occurs(scene_of, operation, status, code):
    response = RECIPES[code](scene_of(operation))

    problem = body_of(response)
    assert (response.status_code, problem["code"]) == (status, code)
    assert response.content_type == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert tuple(problem) == FIELDS
    assert problem["type"] == f"urn:azul:problem:{code}"
    assert problem["title"] == PROBLEM_TYPES[code].title
    assert problem["status"] == PROBLEM_TYPES[code].status == status
    assert re.fullmatch(r"[A-Z].*\.", problem["detail"])
    for error in problem["errors"]:
        assert error["field"]
        assert error["message"]


def test_every_code_of_an_operation_is_brought_about_by_a_recipe():
    assert set(RECIPES) == {code for _, _, code in DOCUMENTED}


def test_every_other_code_belongs_to_no_operation():
    others = set(PROBLEM_TYPES) - {code for _, _, code in DOCUMENTED}

    assert others == {"not_found", "method_not_allowed", "internal_error"}


def test_the_document_lists_the_codes_of_the_service_and_no_others():
    assert sorted(SCHEMAS["ProblemCode"]["enum"]) == sorted(PROBLEM_TYPES)


@pytest.mark.parametrize("code", PROBLEM_TYPES)
def test_the_document_shows_each_code_with_its_status_and_title(code):
    example = EXAMPLES[code]

    assert (example["status"], example["title"]) == PROBLEM_TYPES[code]


def test_no_two_problems_have_the_same_instance(client):
    instances = [client.get("/nowhere").json["instance"] for _ in range(20)]

    assert len(set(instances)) == 20


@pytest.fixture
def broken(client, monkeypatch):
    """A service with a fault in it, and a client that only passes on what it says."""

    def fail(*_):
        raise RuntimeError("password=hunter2 at /etc/secret")

    monkeypatch.setattr(Reader, "current", fail)
    app = client.application
    app.test_client_class = None
    return app.test_client()


@pytest.mark.parametrize("accept", ["application/json", "text/html", "*/*"])
def test_an_internal_error_is_answered_in_json_without_details(broken, caplog, accept):
    game_id = broken.post("/v1/games", json=order()).json["game"]["id"]
    response = broken.get(
        f"/v1/games/{game_id}",
        headers={"Accept": f"application/json, {accept}", "Origin": "https://a.test"},
    )

    problem = strict_json(response.text)
    assert response.status_code == problem["status"] == 500
    assert response.content_type == "application/problem+json"
    assert problem["code"] == "internal_error"
    assert problem["title"] == PROBLEM_TYPES["internal_error"].title
    assert tuple(problem) == FIELDS
    assert problem["errors"] == []
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    text = response.text + str(response.headers)
    for secret in ("hunter2", "secret", "RuntimeError", "Traceback", ".py", "/etc"):
        assert secret not in text
    assert "hunter2" in caplog.text, "it is in the log"
