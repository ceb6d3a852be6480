"""What the answers have in common."""

from functools import partial
from typing import Any, Final

from marshmallow import validate
from marshmallow.fields import Field

from service.api.schema_fields import (
    Body,
    IntegerField,
    ListField,
    StringField,
    length,
    one_of,
)
from service.formats.game_ids import GAME_ID_PATTERN
from service.formats.text import MAX_NAME_LENGTH, MAX_SEED_LENGTH
from service.rules import COLORS, MARKER, MAX_DISPLAYS, MAX_PLAYERS, SIZE

FIVE: Final = length(SIZE, SIZE)
EVERYBODY: Final = length(2, MAX_PLAYERS)

SeatNumber = partial(IntegerField, 0, MAX_PLAYERS - 1)
LineNumber = partial(IntegerField, 0, SIZE - 1)
"""Of a pattern line, which is that of its row, or of a column."""
DisplayNumber = partial(IntegerField, 0, MAX_DISPLAYS - 1)
UpToFive = partial(IntegerField, 0, SIZE)
Amount = partial(IntegerField, 0)
Version = partial(IntegerField, 1)
Color = partial(one_of, COLORS)
Name = partial(StringField, validate=length(1, MAX_NAME_LENGTH))
Seed = partial(StringField, validate=length(1, MAX_SEED_LENGTH))
Words = partial(StringField, validate=length(1))


class Answer(Body):
    """No field of an answer is ever left out."""

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        field_obj.required = True


def like(pattern: str) -> StringField:
    """A string that `pattern` fits."""
    return StringField(validate=validate.Regexp(pattern))


GameId = partial(like, f"^{GAME_ID_PATTERN}$")
GameOrReplayId = partial(like, f"^({GAME_ID_PATTERN}|replay)$")
SeedHash = partial(like, r"^[0-9a-f]{64}$")
Timestamp = partial(like, r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$")
Display = partial(ListField, Color(), validate=length(0, 4))
Displays = partial(ListField, Display(), validate=length(5, MAX_DISPLAYS))
FloorLine = partial(ListField, one_of((*COLORS, MARKER)), validate=length(0, 7))
Winners = partial(ListField, SeatNumber(), validate=length(1, MAX_PLAYERS))


class TileCounts(Answer):
    blue = IntegerField(0, 20)
    yellow = IntegerField(0, 20)
    red = IntegerField(0, 20)
    black = IntegerField(0, 20)
    white = IntegerField(0, 20)
