"""The schemas of request bodies, named as in openapi.yaml, with their messages."""

from collections.abc import Callable
from typing import Any

from marshmallow import ValidationError, post_load, validate

from service.api.schema_fields import (
    Body,
    IntegerField,
    ListField,
    NestedField,
    StringField,
    length,
    one_of,
)
from service.formats.text import (
    MAX_NAME_LENGTH,
    MAX_SEED_LENGTH,
    name_problem,
    seed_problem,
)
from service.games.service import GameOptions
from service.rules import (
    BOARDS,
    COLORS,
    DEFAULT_BOARD,
    MAX_DISPLAYS,
    MAX_PLAYERS,
    PLAYERS,
    SIZE,
)


class _TextValidator(validate.Length):
    """A text of 1 to `max_length` characters for which `problem_of` returns None."""

    def __init__(
        self, max_length: int, problem_of: Callable[[str], str | None]
    ) -> None:
        super().__init__(1, max_length)
        self._problem_of = problem_of

    def __call__(self, value: Any) -> Any:
        if reason := self._problem_of(value):
            raise ValidationError(reason)
        return value


class _BoardValidator(validate.OneOf):
    """The name of a board in `BOARDS`, which is read at each check."""

    def __init__(self) -> None:
        super().__init__(BOARDS)

    def __call__(self, value: Any) -> Any:
        if value not in BOARDS:
            raise ValidationError(f"must be one of {', '.join(BOARDS)}")
        return value


class NewPlayer(Body):
    name = StringField(
        required=True, validate=_TextValidator(MAX_NAME_LENGTH, name_problem)
    )


class NewGame(Body):
    players = ListField(
        NestedField(NewPlayer),
        required=True,
        validate=length(min(PLAYERS), max(PLAYERS), "members"),
    )
    board = StringField(load_default=DEFAULT_BOARD, validate=_BoardValidator())
    starting_seat = IntegerField(0, MAX_PLAYERS - 1, load_default=None, allow_none=True)
    seed = StringField(
        load_default=None,
        allow_none=True,
        validate=_TextValidator(MAX_SEED_LENGTH, seed_problem),
    )

    @post_load
    def _options(self, data: dict[str, Any], **_: Any) -> GameOptions:
        names = tuple(player["name"] for player in data["players"])
        seat = data["starting_seat"]
        if seat is not None and seat >= len(names):
            raise ValidationError(
                f"must be 0 to {len(names) - 1}, or null", "starting_seat"
            )
        return GameOptions(names, data["board"], seat, data["seed"])


class Take(Body):
    display = IntegerField(0, MAX_DISPLAYS - 1, required=True, allow_none=True)
    color = one_of(COLORS, required=True)
    line = IntegerField(0, SIZE - 1, required=True, allow_none=True)
    dropped = IntegerField(0, load_default=0)


class Place(Body):
    line = IntegerField(0, SIZE - 1, required=True)
    column = IntegerField(0, SIZE - 1, required=True)
