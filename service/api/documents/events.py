"""The events of a game: one schema for each type, and the union of all."""

from typing import Any, Final

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from service.api.documents.parts import (
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
from service.api.documents.state import Result
from service.api.fields import Flag, Items, Member, Whole, one_of
from service.rules import BOARDS, SIZE


class SeatedPlayer(Answer):
    seat = SeatNumber()
    name = Name()


class GameCreatedData(Answer):
    players = Items(Member(SeatedPlayer), validate=EVERYBODY)
    board = one_of(tuple(BOARDS))
    starting_seat = SeatNumber()
    seeded = Flag()
    seed_hash = SeedHash()
    rules_version = Whole(1)


class RoundStartedData(Answer):
    round = Whole(1)
    starting_seat = SeatNumber()
    displays = Displays()
    lid_poured = Flag()
    bag = Member(TileCounts)


class TilesTakenData(Answer):
    seat = SeatNumber()
    display = DisplayNumber(allow_none=True)
    color = Color()
    line = LineNumber(allow_none=True)
    taken = Whole(1, 20)
    placed = UpToFive()
    to_floor = Whole(0, 7)
    to_lid = Whole(0, 20)
    took_marker = Flag()


class TilePlacedData(Answer):
    seat = SeatNumber()
    line = LineNumber()
    column = LineNumber()
    color = Color()
    horizontal = UpToFive()
    vertical = UpToFive()
    multiplier = Whole(1, 2)
    points = Whole(1, 20)
    score = Whole(1)
    forced = Flag()


class LineDroppedData(Answer):
    seat = SeatNumber()
    line = LineNumber()
    color = Color()
    count = Whole(1, SIZE)
    to_floor = UpToFive()
    to_lid = UpToFive()


class FloorClearedData(Answer):
    seat = SeatNumber()
    tiles = FloorLine()
    penalty = Whole(-14, 0)
    score = Amount()
    had_marker = Flag()


class GameEndedData(Result):
    seed = Seed()
    seed_salt = Words()


class _Event(Answer):
    version = Version()
    index = Amount()
    at = Timestamp()


def _event(name: str, data: type[Answer]) -> type[Schema]:
    fields: dict[str, Any] = {"type": one_of((name,)), "data": Member(data)}
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
    """The one union: an event, told apart by its `type`."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            schema = EVENTS[value["type"]]
        except (KeyError, TypeError) as error:
            raise ValidationError("must be an event") from error
        return schema().load(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return EVENTS[value["type"]]().dump(value)
