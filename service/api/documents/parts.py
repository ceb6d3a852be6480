"""What the answers have in common."""

from functools import partial
from typing import Any, Final

from marshmallow import validate
from marshmallow.fields import Field

from service.api.fields import Body, Items, Text, Whole, length, one_of
from service.api.schemas import LAST_DISPLAY, LAST_SEAT, LONGEST_NAME, LONGEST_SEED
from service.rules import COLORS, MARKER, SIZE

FIVE: Final = length(SIZE, SIZE)
EVERYBODY: Final = length(2, LAST_SEAT + 1)

SeatNumber = partial(Whole, 0, LAST_SEAT)
LineNumber = partial(Whole, 0, SIZE - 1)
"""Of a pattern line, which is that of its row, or of a column."""
DisplayNumber = partial(Whole, 0, LAST_DISPLAY)
UpToFive = partial(Whole, 0, SIZE)
Amount = partial(Whole, 0)
Version = partial(Whole, 1)
Color = partial(one_of, COLORS)
Name = partial(Text, validate=length(1, LONGEST_NAME))
Seed = partial(Text, validate=length(1, LONGEST_SEED))
Words = partial(Text, validate=length(1))


class Answer(Body):
    """No field of an answer is ever left out."""

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:  # noqa: ARG002
        field_obj.required = True


def like(pattern: str) -> Text:
    """A string that `pattern` fits."""
    return Text(validate=validate.Regexp(pattern))


GameId = partial(like, r"^[A-Za-z0-9_-]{22}$")
GameOrReplayId = partial(like, r"^([A-Za-z0-9_-]{22}|replay)$")
SeedHash = partial(like, r"^[0-9a-f]{64}$")
Timestamp = partial(like, r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$")
Display = partial(Items, Color(), validate=length(0, 4))
Displays = partial(Items, Display(), validate=length(5, LAST_DISPLAY + 1))
FloorLine = partial(Items, one_of((*COLORS, MARKER)), validate=length(0, 7))
Winners = partial(Items, SeatNumber(), validate=length(1, LAST_SEAT + 1))


class TileCounts(Answer):
    blue = Whole(0, 20)
    yellow = Whole(0, 20)
    red = Whole(0, 20)
    black = Whole(0, 20)
    white = Whole(0, 20)
