"""The schemas of the service and the components of openapi.yaml say the same."""

import inspect
import json

import jsonschema_rs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError

from service.api import request_schemas as schemas
from service.api.schema_fields import Body
from tests.api.spec import SCHEMAS
from tests.openapi.normal_form import component_forms, schema_forms
from tests.openapi.response_schemas import answers, events, state

REQUESTS = ("NewGame", "NewPlayer", "Take", "Place")
COMPONENTS = {
    name: component
    for name, component in SCHEMAS.items()
    if component.get("type") == "object"
}


def schemas_of(module):
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Body) and name[0] != "_"
    }


SERVICE: dict[str, type[Schema]] = {
    **schemas_of(schemas),
    **schemas_of(state),
    **schemas_of(answers),
    **schemas_of(events),
    **{schema.__name__: schema for schema in events.EVENTS.values()},
}
del SERVICE["Body"], SERVICE["Answer"]


def test_every_component_has_a_schema_of_its_name_and_every_schema_a_component():
    assert sorted(SERVICE) == sorted(COMPONENTS)


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_schema_has_the_fields_of_its_component_with_the_same_bounds(name):
    documented, real = component_forms(name), schema_forms(SERVICE[name])

    if name in REQUESTS:  # patterns are functions there, and compared below
        documented = {
            field: {key: value for key, value in form.items() if key != "pattern"}
            for field, form in documented.items()
        }
    assert real == documented


def test_events_are_distinguished_by_the_same_types():
    mapping = SCHEMAS["Event"]["discriminator"]["mapping"]

    assert {
        name: f"#/components/schemas/{schema.__name__}"
        for name, schema in events.EVENTS.items()
    } == mapping


# ----- What is accepted -----


def validator(name):
    document = {**SCHEMAS[name], "components": {"schemas": SCHEMAS}}
    return jsonschema_rs.validator_for(document, validate_formats=True)


VALIDATORS = {name: validator(name) for name in REQUESTS}


def is_loaded(name, body):
    try:
        SERVICE[name]().load(body)
    except ValidationError:
        return False
    return True


SPECIAL = "a \t\n\r\0\x1f\x7f\x85\x9f\xa0\u1680\u200b\u2028\u2029\u3000\ufeff"
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=45) | st.text(
    st.sampled_from(SPECIAL), max_size=45
)


@given(texts)
@example("a\n")
@example("x" * 40)
@example("x" * 41)
@example("\U0001f600" * 40)
def test_a_name_is_taken_exactly_if_the_document_says_so(name):
    body = {"name": name}

    assert is_loaded("NewPlayer", body) == VALIDATORS["NewPlayer"].is_valid(body)


@given(texts)
@example("x" * 64)
@example("x" * 65)
def test_a_seed_is_taken_exactly_if_the_document_says_so(seed):
    body = {"players": [{"name": "A"}, {"name": "B"}], "seed": seed}

    assert is_loaded("NewGame", body) == VALIDATORS["NewGame"].is_valid(body)


LEFT_OUT = object()
PLAYERS: list[object] = [{"name": "Ana"}, {"name": ""}, {"name": 1}, {}, None, "A", []]
VALUES: list[object] = [
    LEFT_OUT,
    *(None, True, [], [0], {}),
    *(-1, 0, 1, 3, 4, 5, 8, 9, 21, 10**9, 0.5),
    *("", "0", "red", "blue", "Red", "starting_marker", "gray", "grey", "crystal_1"),
]
players = st.lists(st.sampled_from(PLAYERS), max_size=5)
values = st.sampled_from(VALUES)


@given(st.data(), st.sampled_from(REQUESTS))
def test_a_body_is_taken_exactly_if_the_document_says_so(data, name):
    fields = [*SCHEMAS[name]["properties"], "more"]
    drawn = {
        field: data.draw(players if field == "players" else values) for field in fields
    }
    body = {field: value for field, value in drawn.items() if value is not LEFT_OUT}
    if "players" in body and isinstance(body.get("starting_seat"), int):
        body["starting_seat"] = min(body["starting_seat"], len(body["players"]) - 1)

    assert is_loaded(name, body) == VALIDATORS[name].is_valid(body)


@given(st.sampled_from(["Take", "Place"]), st.data())
def test_bodies_that_are_right_are_taken(name, data):
    body = {
        "Take": {
            "display": data.draw(st.none() | st.integers(0, 8)),
            "color": data.draw(st.sampled_from(SCHEMAS["Color"]["enum"])),
            "line": data.draw(st.none() | st.integers(0, 4)),
            "dropped": data.draw(st.integers(0, 10**6)),
        },
        "Place": {
            "line": data.draw(st.integers(0, 4)),
            "column": data.draw(st.integers(0, 4)),
        },
    }[name]

    assert SERVICE[name]().load(json.loads(json.dumps(body))) == body
    assert VALIDATORS[name].is_valid(body)
