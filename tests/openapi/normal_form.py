"""What a field may hold, in one form for openapi.yaml and for marshmallow.

A form is a dict: `type`, and what bounds the values of that type. Objects are known by
the names of their components; the bounds that say nothing (no less than 0 members)
are left out. Formats and descriptions are openapi.yaml's alone.
"""

from typing import Any

from marshmallow import Schema, fields, validate

from tests.api.spec import SCHEMAS, resolve
from tests.openapi.response_schemas.events import Event

Form = dict[str, Any]
BOUNDS = (
    "enum",
    "pattern",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
)


def component_forms(name: str) -> dict[str, Form]:
    """The fields of a component of openapi.yaml, in order."""
    component = SCHEMAS[name]
    assert component["type"] == "object"
    assert component["additionalProperties"] is False
    return {
        field: {"required": field in component["required"], **_of_node(node)}
        for field, node in component["properties"].items()
    }


def _of_node(node: Form) -> Form:
    target = resolve(node)
    name = node.get("$ref", "").rpartition("/")[2]
    if target.get("type") == "object" or "discriminator" in target:
        return {"type": name}
    if "oneOf" in target:
        thing, null = target["oneOf"]
        assert null == {"type": "null"}
        return {**_of_node(thing), "nullable": True}
    kind = target["type"]
    nullable = {"nullable": True} if isinstance(kind, list) else {}
    form = {
        "type": kind[0] if isinstance(kind, list) else kind,
        **{bound: target[bound] for bound in BOUNDS if bound in target},
        **nullable,
    }
    if "enum" in form:
        form["enum"] = sorted(form["enum"])
    if "items" in target:
        form["items"] = _of_node(target["items"])
    return form


def schema_forms(schema: type[Schema]) -> dict[str, Form]:
    """The fields of a marshmallow schema, in order."""
    instance = schema()
    assert instance.unknown == "raise"
    return {
        name: {"required": field.required, **_of_field(field)}
        for name, field in instance.fields.items()
    }


def _of_field(field: fields.Field[Any]) -> Form:
    nullable = {"nullable": True} if field.allow_none else {}
    form = {**_type_of(field), **nullable}
    for check in field.validators:
        form |= _bounds_of(check, form["type"])
    return form


def _type_of(field: fields.Field[Any]) -> Form:
    if isinstance(field, Event):
        return {"type": "Event"}
    if isinstance(field, fields.Nested):
        return {"type": type(field.schema).__name__}
    if isinstance(field, fields.List):
        return {"type": "array", "items": _of_field(field.inner)}
    if isinstance(field, fields.Integer):
        assert field.strict
        return {"type": "integer"}
    return {"type": {fields.Boolean: "boolean", fields.String: "string"}[_base(field)]}


def _base(field: fields.Field[Any]) -> type:
    return fields.Boolean if isinstance(field, fields.Boolean) else fields.String


def _bounds_of(check: Any, kind: str) -> Form:
    """What a validator says; plain functions are compared by what they refuse."""
    if isinstance(check, validate.OneOf):
        return {"enum": sorted(check.choices)}
    if isinstance(check, validate.Regexp):
        return {"pattern": check.regex.pattern}
    if isinstance(check, validate.Range):
        return _present(minimum=check.min, maximum=check.max)
    if isinstance(check, validate.Length):
        name = "Items" if kind == "array" else "Length"
        low = check.min or None
        return _present(**{f"min{name}": low, f"max{name}": check.max})
    return {}


def _present(**bounds: Any) -> Form:
    return {name: bound for name, bound in bounds.items() if bound is not None}
