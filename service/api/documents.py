"""The answers: every field that goes out, its type and its bounds.

Answers are not written with these schemas, which alone would take as long as all the
rest of a request. Tests prove that what is sent fits them, and that they say the same
as the components of openapi.yaml that have their names.
"""

from functools import partial
from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from service.api.codes import KINDS
from service.api.fields import Body, Items, Member, Text, Whole, length, one_of
from service.api.schemas import LAST_DISPLAY, LAST_SEAT, LONGEST_NAME, LONGEST_SEED
from service.rules import BOARDS, COLORS, EVENT_TYPES, MARKER, SIZE

_ID: Final = r"^[A-Za-z0-9_-]{22}$"
_HASH: Final = r"^[0-9a-f]{64}$"
_TIME: Final = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"
_TYPE: Final = r"^urn:azul:problem:[a-z_]+$"
_INSTANCE: Final = (
    r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
)
_FIVE: Final = length(SIZE, SIZE)
_EVERYBODY: Final = length(2, LAST_SEAT + 1)

_Seat = partial(Whole, 0, LAST_SEAT)
_Number = partial(Whole, 0, SIZE - 1)
"""Of a pattern line, which is that of its row, or of a column."""
_Amount = partial(Whole, 0)
_Color = partial(one_of, COLORS)
_Version = partial(Whole, 1)
_Name = partial(Text, validate=length(1, LONGEST_NAME))
_Seed = partial(Text, validate=length(1, LONGEST_SEED))
_Salt = partial(Text, validate=length(1))


def _like(pattern: str) -> Text:
    return Text(validate=validate.Regexp(pattern))


class Answer(Body):
    """No field of an answer is ever left out."""

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.required = True


class Bonuses(Answer):
    row = _Amount()
    column = _Amount()
    color = _Amount()


def _wall() -> Items:
    return Items(Items(_Color(allow_none=True), validate=_FIVE), validate=_FIVE)


class Board(Answer):
    name = one_of(tuple(BOARDS))
    wall = _wall()
    multipliers = Items(Items(Whole(1, 2), validate=_FIVE), validate=_FIVE)
    floor_penalties = Items(Whole(-3, 0), validate=length(7, 7))
    bonuses = Member(Bonuses)


class Center(Answer):
    tiles = Items(_Color(), validate=length(0, 27))
    starting_marker = fields.Boolean()


class TileCounts(Answer):
    blue = Whole(0, 20)
    yellow = Whole(0, 20)
    red = Whole(0, 20)
    black = Whole(0, 20)
    white = Whole(0, 20)


class PatternLine(Answer):
    color = _Color(allow_none=True)
    count = Whole(0, SIZE)
    capacity = Whole(1, SIZE)


class Player(Answer):
    seat = _Seat()
    name = _Name()
    score = _Amount()
    pattern_lines = Items(Member(PatternLine), validate=_FIVE)
    wall = _wall()
    floor_line = Items(one_of((*COLORS, MARKER)), validate=length(0, 7))
    pending_lines = Items(_Number(), validate=length(0, SIZE))


class Move(Answer):
    display = Whole(0, LAST_DISPLAY, allow_none=True)
    color = _Color()
    line = _Number(allow_none=True)


class LegalPlacement(Answer):
    seat = _Seat()
    line = _Number()
    columns = Items(_Number(), validate=length(2, SIZE))


class Standing(Answer):
    seat = _Seat()
    rank = Whole(1, LAST_SEAT + 1)
    score = _Amount()
    rows = Whole(0, SIZE)
    columns = Whole(0, SIZE)
    colors = Whole(0, SIZE)
    row_points = _Amount()
    column_points = _Amount()
    color_points = _Amount()


class Result(Answer):
    reason = one_of(("row_completed", "no_tiles_left", "no_progress"))
    winners = Items(_Seat(), validate=length(1, LAST_SEAT + 1))
    standings = Items(Member(Standing), validate=_EVERYBODY)


def _displays() -> Items:
    display = Items(_Color(), validate=length(0, 4))
    return Items(display, validate=length(5, LAST_DISPLAY + 1))


class Game(Answer):
    id = _like(_ID)
    version = _Version()
    created_at = _like(_TIME)
    updated_at = _like(_TIME)
    status = one_of(("in_progress", "finished"))
    phase = one_of(("factory_offer", "wall_tiling", "finished"))
    round = Whole(1)
    starting_seat = _Seat()
    current_seat = _Seat(allow_none=True)
    next_starting_seat = _Seat(allow_none=True)
    seeded = fields.Boolean()
    seed_hash = _like(_HASH)
    seed = _Seed(allow_none=True)
    seed_salt = _Salt(allow_none=True)
    board = Member(Board)
    displays = _displays()
    center = Member(Center)
    bag = Member(TileCounts)
    lid = Member(TileCounts)
    players = Items(Member(Player), validate=_EVERYBODY)
    legal_moves = Items(Member(Move))
    legal_placements = Items(Member(LegalPlacement), validate=length(0, LAST_SEAT + 1))
    result = Member(Result, allow_none=True)


class SeatedPlayer(Answer):
    seat = _Seat()
    name = _Name()


class GameCreatedData(Answer):
    players = Items(Member(SeatedPlayer), validate=_EVERYBODY)
    board = one_of(tuple(BOARDS))
    starting_seat = _Seat()
    seeded = fields.Boolean()
    seed_hash = _like(_HASH)
    rules_version = Whole(1)


class RoundStartedData(Answer):
    round = Whole(1)
    starting_seat = _Seat()
    displays = _displays()
    lid_poured = fields.Boolean()
    bag = Member(TileCounts)


class TilesTakenData(Answer):
    seat = _Seat()
    display = Whole(0, LAST_DISPLAY, allow_none=True)
    color = _Color()
    line = _Number(allow_none=True)
    taken = Whole(1, 20)
    placed = Whole(0, SIZE)
    to_floor = Whole(0, 7)
    to_lid = Whole(0, 20)
    took_marker = fields.Boolean()


class TilePlacedData(Answer):
    seat = _Seat()
    line = _Number()
    column = _Number()
    color = _Color()
    horizontal = Whole(0, SIZE)
    vertical = Whole(0, SIZE)
    multiplier = Whole(1, 2)
    points = Whole(1, 20)
    score = Whole(1)
    forced = fields.Boolean()


class LineDroppedData(Answer):
    seat = _Seat()
    line = _Number()
    color = _Color()
    count = Whole(1, SIZE)
    to_floor = Whole(0, SIZE)
    to_lid = Whole(0, SIZE)


class FloorClearedData(Answer):
    seat = _Seat()
    tiles = Items(one_of((*COLORS, MARKER)), validate=length(0, 7))
    penalty = Whole(-14, 0)
    score = _Amount()
    had_marker = fields.Boolean()


class GameEndedData(Result):
    seed = _Seed()
    seed_salt = _Salt()


class Event(Answer):
    """What all events have in common; each type has its own `data`."""

    version = _Version()
    index = _Amount()
    at = _like(_TIME)


def _typed(name: str, data: type[Answer]) -> type[Event]:
    members: dict[str, Any] = {"type": one_of((name,)), "data": Member(data)}
    return Event.from_dict(members, name=data.__name__.removesuffix("Data"))


EVENTS: Final = {
    name: _typed(name, data)
    for name, data in zip(
        EVENT_TYPES,
        (
            GameCreatedData,
            RoundStartedData,
            TilesTakenData,
            TilePlacedData,
            LineDroppedData,
            FloorClearedData,
            GameEndedData,
        ),
        strict=True,
    )
}


class AnyEvent(fields.Field[Any]):
    """The one union: an event, told apart by `type`."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            schema = EVENTS[value["type"]]
        except (KeyError, TypeError) as error:
            raise ValidationError("must be an event") from error
        return schema().load(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return EVENTS[value["type"]]().dump(value)


class Seat(Answer):
    seat = _Seat()
    name = _Name()
    token = Text(validate=length(1))


class CreatedGame(Answer):
    game = Member(Game)
    seats = Items(Member(Seat), validate=_EVERYBODY)


class CommandResult(Answer):
    version = _Version()
    events = Items(AnyEvent(), validate=length(1))
    game = Member(Game)


class EventPage(Answer):
    game_id = _like(_ID)
    version = _Version()
    events = Items(AnyEvent())
    next_after = Whole(1, allow_none=True)


class Liveness(Answer):
    status = one_of(("alive",))


class Readiness(Answer):
    status = one_of(("ready",))
    warnings = Items(Text(validate=length(1)))


class FieldError(Answer):
    field = Text(validate=length(1))
    message = Text(validate=length(1))


class Problem(Answer):
    type = _like(_TYPE)
    title = Text(validate=length(1))
    status = Whole(400, 599)
    detail = Text(validate=length(1))
    instance = _like(_INSTANCE)
    code = one_of(tuple(KINDS))
    errors = Items(Member(FieldError))
