"""What operations answer with, problems included."""

from typing import get_args

from service.api.codes import KINDS
from service.api.documents.events import Event
from service.api.documents.parts import (
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
from service.api.documents.state import Game
from service.api.fields import Flag, Items, Member, Whole, length, one_of
from service.play.histories import PROBLEM_CODES, Draws

_HEX = "[0-9a-f]"


class Seat(Answer):
    seat = SeatNumber()
    name = Name()
    token = Words()


class CreatedGame(Answer):
    game = Member(Game)
    seats = Items(Member(Seat), validate=EVERYBODY)


class CommandResult(Answer):
    version = Version()
    events = Items(Event(), validate=length(1))
    game = Member(Game)


class EventPage(Answer):
    game_id = GameId()
    version = Version()
    events = Items(Event())
    next_after = Whole(1, allow_none=True)


class HistoryProblem(Answer):
    version = Version()
    index = Amount()
    code = one_of(PROBLEM_CODES)
    detail = Words()


class Replay(Answer):
    valid = Flag()
    version = Amount()
    game = Member(Game, allow_none=True)
    problem = Member(HistoryProblem, allow_none=True)
    draws = one_of(get_args(Draws))


class Liveness(Answer):
    status = one_of(("alive",))


class Readiness(Answer):
    status = one_of(("ready",))
    warnings = Items(Words())


class FieldError(Answer):
    field = Words()
    message = Words()


class Problem(Answer):
    type = like(r"^urn:azul:problem:[a-z_]+$")
    title = Words()
    status = Whole(400, 599)
    detail = Words()
    instance = like(
        rf"^urn:uuid:{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}$"
    )
    code = one_of(tuple(KINDS))
    errors = Items(Member(FieldError))
