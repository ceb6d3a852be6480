"""The paths of the service are the paths of openapi.yaml."""

import re

import fakeredis
import pytest

from service.api.problem_types import PROBLEM_TYPES
from service.app import create_app
from service.settings import Settings
from tests.api.spec import OPERATIONS

FILES_OF_PAGES = {"/docs/<name>", "/play/<name>"}
"""What the pages are made of is no part of the API."""


@pytest.fixture(scope="module")
def routes():
    app = create_app(Settings(secrets=("x" * 32,)), fakeredis.FakeRedis())
    return [r for r in app.url_map.iter_rules() if r.rule not in FILES_OF_PAGES]


def template(path):
    """A path with its parameters unnamed."""
    return re.sub(r"<[^>]*>|{[^}]*}", "{}", path)


def test_every_route_is_an_operation_and_every_operation_a_route(routes):
    real = {
        (template(route.rule), method.lower(), route.endpoint.rpartition(".")[2])
        for route in routes
        for method in route.methods - {"HEAD", "OPTIONS"}
    }
    documented = {
        (template(operation.path), operation.method, operation.id)
        for operation in OPERATIONS.values()
    }

    assert real == documented


def test_every_path_that_can_be_read_answers_head_too(routes):
    for route in routes:
        assert ("GET" in route.methods) == ("HEAD" in route.methods)
        assert "OPTIONS" in route.methods


def test_the_files_of_pages_are_the_only_routes_besides():
    app = create_app(Settings(secrets=("x" * 32,)), fakeredis.FakeRedis())

    assert {route.rule for route in app.url_map.iter_rules()} >= FILES_OF_PAGES


def test_the_codes_of_every_error_have_its_status():
    for operation in OPERATIONS.values():
        for status in operation.responses:
            if status >= "400":
                statuses = {
                    PROBLEM_TYPES[code].status for code in operation.codes(status)
                }
                assert statuses == {int(status)}
