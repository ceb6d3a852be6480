"""What players ask for. Seats, displays, lines and columns count from zero."""

from typing import NamedTuple

from service.rules.tiles import Color


class CreateGame(NamedTuple):
    """Start a game of 2 to 4 named players on one board (R1, R2, R4)."""

    names: tuple[str, ...]
    board: str
    starting_seat: int


class TakeTiles(NamedTuple):
    """Take all tiles of a color and put them on a line (R5, R8, R10).

    `display` None is the center, `line` None the floor line; `dropped` of the taken
    tiles go to the floor line on purpose.
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
