"""Writes the schemas of openapi.yaml as TypeScript, for the type check of the scripts.

    python tools/web/api_types.py

It understands the keywords that openapi.yaml uses, and raises `KeyError` for a schema
with none of them. The usual generators need a compiler that is no longer developed
(TypeScript 5), and write a file ten times as long.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[2]
DESCRIPTION: Final = ROOT / "openapi.yaml"
TARGET: Final = ROOT / "service" / "web" / "api_types.d.ts"
HEADER: Final = "// Made from openapi.yaml by `make format`. Do not edit.\n"
PLAIN_TYPES: Final = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}


def declarations(schemas: dict[str, Any]) -> str:
    """A type for each schema, in the order of their names."""
    return HEADER + "".join(
        f"\nexport type {name} = {expression(schemas[name])};\n"
        for name in sorted(schemas)
    )


def expression(schema: dict[str, Any]) -> str:
    """The type of all values that follow the schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " | ".join(map(expression, schema["oneOf"]))
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(_typed(each, schema) for each in types)


def _typed(name: str, schema: dict[str, Any]) -> str:
    if name == "array":
        return f"Array<{expression(schema['items'])}>"
    if name == "object":
        return "{\n" + "".join(_fields(schema)) + "}"
    return PLAIN_TYPES[name]


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    required = schema.get("required", [])
    for name, field in schema["properties"].items():
        optional = "" if name in required else "?"
        yield f"  {name}{optional}: {expression(field)};\n"


def current() -> str:
    """The types for openapi.yaml as it is now."""
    document = yaml.safe_load(DESCRIPTION.read_text("utf-8"))
    return declarations(document["components"]["schemas"])


if __name__ == "__main__":
    TARGET.write_text(current(), "utf-8")
