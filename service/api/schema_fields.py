"""The kinds of fields that bodies are made of, with messages of our own.

`strict` everywhere: marshmallow would else read "2", 2.0 and 2.7 as the number 2.
"""

from collections.abc import Sequence
from typing import Any

from marshmallow import Schema, fields, validate

_MESSAGES = {"required": "is missing", "null": "must not be null"}


class Body(Schema):
    """An object with exactly the fields that are declared."""

    error_messages = {"unknown": "is no field here", "type": "must be an object"}


class StringField(fields.String):
    """A string is a string: marshmallow's own field would also decode bytes."""

    default_error_messages = {**_MESSAGES, "invalid": "must be a string"}


class BooleanField(fields.Boolean):
    """True or false, and none of the many things that marshmallow takes for them."""

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
    """A whole number from `low` to `high`, without an upper bound if that is None."""

    default_error_messages = {**_MESSAGES, "invalid": "must be a whole number"}

    def __init__(self, low: int, high: int | None = None, **options: Any) -> None:
        words = f"{low} or more" if high is None else f"{low} to {high}"
        bounds = validate.Range(low, high, error=f"must be {words}")
        super().__init__(strict=True, validate=bounds, **options)


def one_of(choices: Sequence[str], **options: Any) -> StringField:
    """A string that is one of `choices`."""
    check = validate.OneOf(choices, error="must be one of {choices}")
    return StringField(validate=check, **options)


def length(low: int, high: int | None = None, of: str = "") -> validate.Length:
    """From `low` to `high` characters or members, without an upper bound if that is
    None; `of` says which.
    """
    words = f"{low} or more" if high is None else f"{low} to {high}"
    return validate.Length(low, high, error=f"must have {words} {of}".rstrip())
