"""The boards, as data: no other code knows them by name.

The code of API, notation, pictures, pages and verification takes them from `BOARDS`.
What else a new one needs is in CONTRIBUTING.md.
"""

from functools import cache
from typing import Final, NamedTuple

from service.rules.tiles import COLORS, Color

SIZE: Final = 5
"""Number of rows and columns of a wall, and of pattern lines."""

PrintedWall = tuple[tuple[Color | None, ...], ...]


class Bonuses(NamedTuple):
    """Points at the end per complete row, column and color (R21, R28)."""

    row: int
    column: int
    color: int


class Board(NamedTuple):
    """What is printed on a player board.

    `title` and `summary` are for people who choose one. `wall[row][column]` is the
    only color that the space accepts, None if it accepts any; `multipliers` has the
    same shape. `floor_penalties` lists the spaces of the floor line from left to right,
    each 0 or less.
    """

    name: str
    title: str
    summary: str
    wall: PrintedWall
    multipliers: tuple[tuple[int, ...], ...]
    floor_penalties: tuple[int, ...]
    bonuses: Bonuses

    @property
    def floor_spaces(self) -> int:
        """Number of spaces of the floor line."""
        return len(self.floor_penalties)


def _printed_wall(spaces: dict[tuple[int, int], Color]) -> PrintedWall:
    return tuple(
        tuple(spaces.get((row, column)) for column in range(SIZE))
        for row in range(SIZE)
    )


def _double_on_printed(wall: PrintedWall) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(1 if space is None else 2 for space in row) for row in wall)


# R12: each row is the one above it, shifted one space to the right.
_COLORED_WALL: Final[PrintedWall] = tuple(
    tuple(COLORS[(column - row) % SIZE] for column in range(SIZE))
    for row in range(SIZE)
)
_GRAY_WALL: Final = _printed_wall({})
# R27
_CRYSTAL_1_WALL: Final = _printed_wall(
    {(0, 3): "black", (1, 0): "white", (2, 2): "yellow", (3, 4): "blue", (4, 1): "red"}
)
# R28
_CRYSTAL_2_WALL: Final = _printed_wall(
    {(1, 1): "blue", (1, 3): "red", (2, 2): "white", (3, 1): "black", (3, 3): "yellow"}
)

_SINGLE: Final = ((1,) * SIZE,) * SIZE
_FLOOR_PENALTIES: Final = (-1, -1, -2, -2, -2, -3, -3)  # R15
_CRYSTAL_FLOOR: Final = (-1, 0, -1, -2, -1, -2, -3)  # R29
_BONUSES: Final = Bonuses(row=2, column=7, color=10)  # R21
_HIGH_BONUSES: Final = Bonuses(row=3, column=10, color=12)  # R28

DEFAULT_BOARD: Final = "colored"
"""The board of a game whose creator did not choose one."""

BOARDS: Final[dict[str, Board]] = {
    board.name: board
    for board in (
        Board(
            name="colored",
            title="Colored",
            summary="Every space has its color.",
            wall=_COLORED_WALL,
            multipliers=_SINGLE,
            floor_penalties=_FLOOR_PENALTIES,
            bonuses=_BONUSES,
        ),
        Board(
            name="gray",
            title="Gray",
            summary="You choose the space.",
            wall=_GRAY_WALL,
            multipliers=_SINGLE,
            floor_penalties=_FLOOR_PENALTIES,
            bonuses=_BONUSES,
        ),
        Board(
            name="crystal_1",
            title="Crystal 1",
            summary="Printed spaces count double.",
            wall=_CRYSTAL_1_WALL,
            multipliers=_double_on_printed(_CRYSTAL_1_WALL),
            floor_penalties=_CRYSTAL_FLOOR,
            bonuses=_BONUSES,
        ),
        Board(
            name="crystal_2",
            title="Crystal 2",
            summary="Higher bonuses at the end.",
            wall=_CRYSTAL_2_WALL,
            multipliers=_SINGLE,
            floor_penalties=_CRYSTAL_FLOOR,
            bonuses=_HIGH_BONUSES,
        ),
    )
}


@cache
def columns_accepting(wall: PrintedWall, row: int, color: Color) -> tuple[int, ...]:
    """The columns of `row` with a space for `color`, ascending (R12, R26)."""
    return tuple(
        column for column, space in enumerate(wall[row]) if space in (None, color)
    )
