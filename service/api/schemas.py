"""The requests' bodies: what each field must be, and how a player would say it.

`strict` everywhere: marshmallow would else read "2", 2.0 and 2.7 as the number 2.
"""

import unicodedata
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, post_load, validate

from service.play.games import Order
from service.rules import BOARDS, COLORS, SIZE

LONGEST_NAME: Final = 40
LONGEST_SEED: Final = 64
LAST_DISPLAY: Final = 8
LAST_SEAT: Final = 3

_HIDDEN: Final = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode's control characters, surrogates, line and paragraph separators."""


def _one_line(text: str) -> None:
    if any(unicodedata.category(character) in _HIDDEN for character in text):
        raise ValidationError("must not contain control characters")


def _not_blank(text: str) -> None:
    if not text.strip():
        raise ValidationError("must not be blank")


class _Text(fields.String):
    """A string is a string: marshmallow's own field would also decode bytes."""

    default_error_messages = {"invalid": "must be a string"}


def _range(low: int, high: int) -> validate.Range:
    return validate.Range(low, high, error=f"must be {low} to {high}")


def _whole(low: int, high: int, **options: Any) -> fields.Integer:
    return fields.Integer(
        strict=True,
        validate=_range(low, high),
        error_messages={"invalid": "must be a whole number"},
        **options,
    )


class _Request(Schema):
    error_messages = {"unknown": "is no field of this request"}


class NewPlayer(_Request):
    name = _Text(
        required=True,
        validate=[
            validate.Length(1, LONGEST_NAME, error="must have 1 to 40 characters"),
            _one_line,
            _not_blank,
        ],
    )


class NewGame(_Request):
    players = fields.List(
        fields.Nested(NewPlayer),
        required=True,
        validate=validate.Length(2, 4, error="must be 2 to 4 players"),
    )
    board = _Text(
        load_default="colored",
        validate=validate.OneOf(tuple(BOARDS), error="must be one of {choices}"),
    )
    starting_seat = _whole(0, LAST_SEAT, load_default=None, allow_none=True)
    seed = _Text(
        load_default=None,
        allow_none=True,
        validate=[
            validate.Length(1, LONGEST_SEED, error="must have 1 to 64 characters"),
            _one_line,
        ],
    )

    @post_load
    def _order(self, data: dict[str, Any], **_: Any) -> Order:
        names = tuple(player["name"] for player in data["players"])
        seat = data["starting_seat"]
        if seat is not None and seat >= len(names):
            raise ValidationError(
                f"must be 0 to {len(names) - 1}, or null", "starting_seat"
            )
        return Order(names, data["board"], seat, data["seed"])


class Take(_Request):
    display = _whole(0, LAST_DISPLAY, required=True, allow_none=True)
    color = _Text(
        required=True,
        validate=validate.OneOf(COLORS, error="must be one of {choices}"),
    )
    line = _whole(0, SIZE - 1, required=True, allow_none=True)
    dropped = _whole(0, 20, load_default=0)


class Place(_Request):
    line = _whole(0, SIZE - 1, required=True)
    column = _whole(0, SIZE - 1, required=True)
