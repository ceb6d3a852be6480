"""What operations answer with, problems included."""

from service.api.codes import KINDS
from service.api.documents.events import Event
from service.api.documents.parts import (
    EVERYBODY,
    Answer,
    GameId,
    Name,
    SeatNumber,
    Version,
    Words,
    like,
)
from service.api.documents.state import Game
from service.api.fields import Items, Member, Whole, length, one_of

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
