"""The types in which the scripts of the pages are checked are those of the API."""

import pytest

from tools.web import api_types
from tools.web.api_types import declarations, expression


def test_the_types_of_the_scripts_are_those_of_openapi_yaml():
    written = api_types.TARGET.read_text("utf-8")

    assert written == api_types.current(), "run `make format`"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 1}, "number"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "string", "enum": ["red", "blue"]}, '"red" | "blue"'),
        ({"$ref": "#/components/schemas/Color", "description": "Its color."}, "Color"),
        ({"type": "array", "items": {"type": "boolean"}}, "Array<boolean>"),
        (
            {"oneOf": [{"$ref": "#/components/schemas/Color"}, {"type": "null"}]},
            "Color | null",
        ),
    ],
)
def test_a_schema_becomes_the_type_of_its_values(schema, expected):
    assert expression(schema) == expected


def test_a_field_that_may_be_left_out_is_optional():
    move = {
        "type": "object",
        "required": ["line"],
        "properties": {"line": {"type": "integer"}, "dropped": {"type": "integer"}},
    }

    assert declarations({"Move": move}).endswith(
        "\nexport type Move = {\n  line: number;\n  dropped?: number;\n};\n"
    )


def test_a_schema_that_says_nothing_of_its_type_is_refused():
    with pytest.raises(KeyError):
        expression({"description": "anything"})
