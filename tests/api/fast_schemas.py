"""openapi-core with a faster validator of schemas: states have hundreds of moves.

What the fast validator (schemathesis uses it, too) finds right is right; what it
does not, openapi-core's own looks at again, and says what is wrong.
"""

from typing import Any

import jsonschema_rs
from jsonschema_path import SchemaPath
from openapi_core.validation.response.validators import V31ResponseValidator
from openapi_core.validation.schemas import oas31_schema_validators_factory as own
from openapi_core.validation.schemas.factories import DialectSchemaValidatorsFactory
from openapi_core.validation.schemas.validators import SchemaValidator

from tests.api.spec import SPEC


class _FastValidator(SchemaValidator):
    def __init__(self, schema: SchemaPath, slow: SchemaValidator) -> None:
        super().__init__(schema, slow.validator)
        with schema.resolve() as resolved:
            contents: Any = resolved.contents
        document = {**contents, "components": SPEC["components"]}
        self._fast = jsonschema_rs.validator_for(document, validate_formats=True)

    def validate(self, value: Any) -> None:
        if not self._fast.is_valid(value):
            super().validate(value)
            raise AssertionError("the two validators disagree")


class _FastFactory(DialectSchemaValidatorsFactory):
    def __init__(self) -> None:
        super().__init__(
            own.schema_validator_cls,
            own.default_jsonschema_dialect_id,
            own.format_checker,
        )
        self._known: dict[str, SchemaValidator] = {}

    def create(
        self, spec: SchemaPath, schema: SchemaPath, *args: Any, **options: Any
    ) -> SchemaValidator:
        name = str(schema)
        if name not in self._known:
            slow = super().create(spec, schema, *args, **options)
            self._known[name] = _FastValidator(schema, slow)
        return self._known[name]


class FastResponseValidator(V31ResponseValidator):
    """What openapi-core uses for the answers of OpenAPI 3.1, but faster."""

    schema_validators_factory = _FastFactory()
