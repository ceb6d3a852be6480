"""Points: for a placed tile, for the floor line, and at the end."""

from typing import NamedTuple

from service.rules.boards import SIZE, Board, Bonuses
from service.rules.state import Wall
from service.rules.tiles import COLORS


class Runs(NamedTuple):
    """Lengths of the unbroken runs through a tile, 0 where it has no neighbor."""

    horizontal: int
    vertical: int

    @property
    def points(self) -> int:
        """Both runs, or 1 for a tile without neighbors (R14)."""
        return self.horizontal + self.vertical or 1


def runs_through(wall: Wall, row: int, column: int) -> Runs:
    """The runs through a tile that is placed on (row, column) (R14)."""
    across = _run([tile is not None for tile in wall[row]], column)
    down = _run([wall[r][column] is not None for r in range(SIZE)], row)
    return Runs(across, down)


def _run(filled: list[bool], at: int) -> int:
    first = at
    while first > 0 and filled[first - 1]:
        first -= 1
    last = at
    while last < SIZE - 1 and filled[last + 1]:
        last += 1
    return last - first + 1 if last > first else 0


def floor_penalty(board: Board, occupied: int) -> int:
    """The points, 0 or less, of the leftmost `occupied` floor spaces (R15, R29)."""
    return sum(board.floor_penalties[:occupied])


class WallBonus(NamedTuple):
    """Complete rows, columns and colors of a wall, and their points (R21)."""

    rows: int
    columns: int
    colors: int
    row_points: int
    column_points: int
    color_points: int

    @property
    def points(self) -> int:
        """The sum of all bonus points."""
        return self.row_points + self.column_points + self.color_points


def complete_rows(wall: Wall) -> int:
    """The number of rows with a tile on every space (R20, R21)."""
    return sum(None not in row for row in wall)


def wall_bonus(wall: Wall, bonuses: Bonuses) -> WallBonus:
    """The bonus for `wall` at the end of the game (R21, R28)."""
    rows = complete_rows(wall)
    columns = complete_rows(tuple(zip(*wall, strict=True)))
    colors = sum(all(color in row for row in wall) for color in COLORS)
    return WallBonus(
        rows,
        columns,
        colors,
        rows * bonuses.row,
        columns * bonuses.column,
        colors * bonuses.color,
    )
