"""The requests' bodies: what each field must be, and how a player would say it."""

import unicodedata
from typing import Any, Final

from marshmallow import ValidationError, post_load

from service.api.fields import Body, Items, Member, Text, Whole, length, one_of
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
    # The byte order mark is white space to JavaScript, and so to the API's pattern.
    if not text.replace("\ufeff", "").strip():
        raise ValidationError("must not be blank")


class NewPlayer(Body):
    name = Text(
        required=True,
        validate=[length(1, LONGEST_NAME, "characters"), _one_line, _not_blank],
    )


class NewGame(Body):
    players = Items(Member(NewPlayer), required=True, validate=length(2, 4, "members"))
    board = one_of(tuple(BOARDS), load_default="colored")
    starting_seat = Whole(0, LAST_SEAT, load_default=None, allow_none=True)
    seed = Text(
        load_default=None,
        allow_none=True,
        validate=[length(1, LONGEST_SEED, "characters"), _one_line],
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


class Take(Body):
    display = Whole(0, LAST_DISPLAY, required=True, allow_none=True)
    color = one_of(COLORS, required=True)
    line = Whole(0, SIZE - 1, required=True, allow_none=True)
    dropped = Whole(0, load_default=0)


class Place(Body):
    line = Whole(0, SIZE - 1, required=True)
    column = Whole(0, SIZE - 1, required=True)
