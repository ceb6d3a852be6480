"""The commands. Seats, displays, lines and columns count from zero."""

from typing import NamedTuple

from service.rules.tiles import Color


class CreateGame(NamedTuple):
    """Create a game for 2 to 4 named players on the board of that name (R1, R2, R4)."""

    names: tuple[str, ...]
    board: str
    starting_seat: int


class TakeTiles(NamedTuple):
    """Take all tiles of a color and put them on a line (R5, R8, R10).

    `display` None is the center, `line` None the floor line. `dropped` is how many of
    the taken tiles go to the floor line by choice (R10).
    """

    seat: int
    display: int | None
    color: Color
    line: int | None
    dropped: int = 0


class PlaceTile(NamedTuple):
    """Choose the column for a complete line's tile on a free wall (R23, R25)."""

    seat: int
    line: int
    column: int


Command = CreateGame | TakeTiles | PlaceTile
