"""The events of a game: one schema for each type, and the union of all."""

from typing import Any, Final

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from service.api.schema_fields import (
    BooleanField,
    IntegerField,
    ListField,
    NestedField,
    one_of,
)
from service.rules import BOARDS, SIZE
from tests.openapi.response_schemas.parts import (
    EVERYBODY,
    Amount,
    Answer,
    Color,
    DisplayNumber,
    Displays,
    FloorLine,
    LineNumber,
    Name,
    SeatNumber,
    Seed,
    SeedHash,
    TileCounts,
    Timestamp,
    UpToFive,
    Version,
    Words,
)
from tests.openapi.response_schemas.state import Result


class SeatedPlayer(Answer):
    seat = SeatNumber()
    name = Name()


class GameCreatedData(Answer):
    players = ListField(NestedField(SeatedPlayer), validate=EVERYBODY)
    board = one_of(tuple(BOARDS))
    starting_seat = SeatNumber()
    seeded = BooleanField()
    seed_hash = SeedHash()
    rules_version = IntegerField(1)


class RoundStartedData(Answer):
    round = IntegerField(1)
    starting_seat = SeatNumber()
    displays = Displays()
    lid_poured = BooleanField()
    bag = NestedField(TileCounts)


class TilesTakenData(Answer):
    seat = SeatNumber()
    display = DisplayNumber(allow_none=True)
    color = Color()
    line = LineNumber(allow_none=True)
    taken = IntegerField(1, 20)
    placed = UpToFive()
    to_floor = IntegerField(0, 7)
    to_lid = IntegerField(0, 20)
    took_marker = BooleanField()


class TilePlacedData(Answer):
    seat = SeatNumber()
    line = LineNumber()
    column = LineNumber()
    color = Color()
    horizontal = UpToFive()
    vertical = UpToFive()
    multiplier = IntegerField(1, 2)
    points = IntegerField(1, 20)
    score = IntegerField(1)
    forced = BooleanField()


class LineDroppedData(Answer):
    seat = SeatNumber()
    line = LineNumber()
    color = Color()
    count = IntegerField(1, SIZE)
    to_floor = UpToFive()
    to_lid = UpToFive()


class FloorClearedData(Answer):
    seat = SeatNumber()
    tiles = FloorLine()
    penalty = IntegerField(-14, 0)
    score = Amount()
    had_marker = BooleanField()


class GameEndedData(Result):
    seed = Seed()
    seed_salt = Words()


class _Event(Answer):
    version = Version()
    index = Amount()
    at = Timestamp()


def _event(name: str, data: type[Answer]) -> type[Schema]:
    fields: dict[str, Any] = {"type": one_of((name,)), "data": NestedField(data)}
    return _Event.from_dict(fields, name=data.__name__.removesuffix("Data"))


EVENTS: Final = {
    name: _event(name, data)
    for name, data in {
        "game_created": GameCreatedData,
        "round_started": RoundStartedData,
        "tiles_taken": TilesTakenData,
        "tile_placed": TilePlacedData,
        "line_dropped": LineDroppedData,
        "floor_cleared": FloorClearedData,
        "game_ended": GameEndedData,
    }.items()
}


class Event(Field[Any]):
    """The one union: an event, distinguished by its `type`."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            schema = EVENTS[value["type"]]
        except (KeyError, TypeError) as error:
            raise ValidationError("must be an event") from error
        return schema().load(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return EVENTS[value["type"]]().dump(value)
