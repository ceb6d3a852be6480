"""Moves as text: `3r>2` takes the red tiles of display 3 to pattern line 2."""

import re
from typing import Final, NamedTuple

from service.notation.literals import COLOR_OF, LETTERS
from service.rules import Color, PlaceTile, State, TilePlaced, TilesTaken

CENTER: Final = "c"
FLOOR: Final = "f"

_TAKE: Final = re.compile(
    r"(?P<from>[0-9c])(?P<color>[byrkw])>(?P<to>[0-9f])(?:-(?P<dropped>[0-9]{1,2}))?"
)
_PLACE: Final = re.compile(r"s(?P<seat>[0-9]):(?P<line>[0-9])@(?P<column>[0-9])")


class WrittenTake(NamedTuple):
    """A take as written: the fields of `TakeTiles` without the seat."""

    display: int | None
    color: Color
    line: int | None
    dropped: int


WrittenCommand = WrittenTake | PlaceTile


def take_text(state: State, event: TilesTaken) -> str:
    """The take that led to `event` in `state`.

    Tiles count as dropped by choice (R10) only if the line had space for them.
    """
    display, line = event.display, event.line
    source = CENTER if display is None else str(display)
    if line is None:
        return f"{source}{LETTERS[event.color]}>{FLOOR}"
    free = line + 1 - state.players[event.seat].pattern_lines[line].count
    dropped = event.taken - event.placed if event.placed < free else 0
    rest = f"-{dropped}" if dropped else ""
    return f"{source}{LETTERS[event.color]}>{line}{rest}"


def place_text(event: TilePlaced) -> str:
    """The choice of column that led to `event`."""
    return f"s{event.seat}:{event.line}@{event.column}"


def move_of(word: str) -> WrittenCommand:
    """The move that `take_text` or `place_text` wrote. Raises `ValueError`."""
    if match := _TAKE.fullmatch(word):
        return WrittenTake(
            _number(match["from"]),
            COLOR_OF[match["color"]],
            _number(match["to"]),
            int(match["dropped"] or 0),
        )
    if match := _PLACE.fullmatch(word):
        return PlaceTile(int(match["seat"]), int(match["line"]), int(match["column"]))
    raise ValueError("not a move; moves look like 3r>2, cb>f, 0w>4-1 or s0:2@3")


def _number(text: str) -> int | None:
    """None for the center and for the floor line."""
    return int(text) if text.isdecimal() else None
