"""The types of fields in bodies, strict and with our own messages.

Without `strict`, marshmallow would read "2", 2.0 and 2.7 as the number 2.
"""

from collections.abc import Sequence
from typing import Any, Final

from marshmallow import Schema, fields, validate

_MESSAGES: Final = {"required": "is missing", "null": "must not be null"}


class Body(Schema):
    """An object with exactly the fields that are declared."""

    error_messages = {"unknown": "is an unknown field", "type": "must be an object"}


class StringField(fields.String):
    """A string; marshmallow's own field would also decode bytes."""

    default_error_messages = {**_MESSAGES, "invalid": "must be a string"}


class BooleanField(fields.Boolean):
    """True or false; marshmallow's own field accepts many other values."""

    default_error_messages = {**_MESSAGES, "invalid": "must be true or false"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise self.make_error("invalid", input=value)


class ListField(fields.List[Any]):
    default_error_messages = {**_MESSAGES, "invalid": "must be a list"}


class NestedField(fields.Nested):
    default_error_messages = {**_MESSAGES, "type": "must be an object"}


class IntegerField(fields.Integer):
    """A whole number from `low` to `high`; without an upper bound if that is None."""

    default_error_messages = {**_MESSAGES, "invalid": "must be a whole number"}

    def __init__(self, low: int, high: int | None = None, **options: Any) -> None:
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        validator = validate.Range(low, high, error=f"must be {bounds}")
        super().__init__(strict=True, validate=validator, **options)


def one_of(choices: Sequence[str], **options: Any) -> StringField:
    """A string that is one of `choices`."""
    validator = validate.OneOf(choices, error="must be one of {choices}")
    return StringField(validate=validator, **options)


def length(low: int, high: int | None = None, of: str = "") -> validate.Length:
    """From `low` to `high` characters or members; without an upper bound if that is
    None. `of` is the unit in the message.
    """
    bounds = f"{low} or more" if high is None else f"{low} to {high}"
    return validate.Length(low, high, error=f"must have {bounds} {of}".rstrip())
