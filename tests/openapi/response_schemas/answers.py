"""What operations answer with, problems included."""

from typing import get_args

from service.api.problem_types import PROBLEM_TYPES
from service.api.schema_fields import (
    BooleanField,
    IntegerField,
    ListField,
    NestedField,
    length,
    one_of,
)
from service.verification.history import PROBLEM_CODES, Draws
from tests.openapi.response_schemas.events import Event
from tests.openapi.response_schemas.parts import (
    EVERYBODY,
    Amount,
    Answer,
    GameId,
    Name,
    SeatNumber,
    Version,
    Words,
    like,
)
from tests.openapi.response_schemas.state import Game

_HEX = "[0-9a-f]"


class Seat(Answer):
    seat = SeatNumber()
    name = Name()
    token = Words()


class CreatedGame(Answer):
    game = NestedField(Game)
    seats = ListField(NestedField(Seat), validate=EVERYBODY)


class CommandResult(Answer):
    version = Version()
    events = ListField(Event(), validate=length(1))
    game = NestedField(Game)


class EventPage(Answer):
    game_id = GameId()
    version = Version()
    events = ListField(Event())
    next_after = IntegerField(1, allow_none=True)


class HistoryProblem(Answer):
    version = Version()
    index = Amount()
    code = one_of(PROBLEM_CODES)
    detail = Words()


class Replay(Answer):
    valid = BooleanField()
    version = Amount()
    game = NestedField(Game, allow_none=True)
    problem = NestedField(HistoryProblem, allow_none=True)
    draws = one_of(get_args(Draws))


class Liveness(Answer):
    status = one_of(("alive",))


class Readiness(Answer):
    status = one_of(("ready",))
    warnings = ListField(Words())


class FieldError(Answer):
    field = Words()
    message = Words()


class Problem(Answer):
    type = like(r"^urn:azul:problem:[a-z_]+$")
    title = Words()
    status = IntegerField(400, 599)
    detail = Words()
    instance = like(
        rf"^urn:uuid:{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}$"
    )
    code = one_of(tuple(PROBLEM_TYPES))
    errors = ListField(NestedField(FieldError))
