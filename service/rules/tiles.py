"""The hundred tiles: five colors, twenty of each (R1)."""

from collections.abc import Iterable
from operator import add, sub
from typing import Final, Literal, NamedTuple

Color = Literal["blue", "yellow", "red", "black", "white"]

COLORS: Final[tuple[Color, ...]] = ("blue", "yellow", "red", "black", "white")
MARKER: Final = "starting_marker"

FloorItem = Literal["blue", "yellow", "red", "black", "white", "starting_marker"]

TILES_PER_COLOR: Final = 20


class Counts(NamedTuple):
    """Numbers of tiles, by color."""

    blue: int = 0
    yellow: int = 0
    red: int = 0
    black: int = 0
    white: int = 0

    @property
    def total(self) -> int:
        """The number of tiles of all colors."""
        return sum(self)

    def of(self, color: Color) -> int:
        """The number of tiles of `color`."""
        return self[_INDEX[color]]

    def with_tiles(self, color: Color, number: int) -> "Counts":
        """These counts with `number` more tiles of `color`, fewer if it is negative."""
        index = _INDEX[color]
        return Counts._make((*self[:index], self[index] + number, *self[index + 1 :]))

    def plus(self, other: "Counts") -> "Counts":
        """The sums, color by color."""
        return Counts(*map(add, self, other))

    def minus(self, other: "Counts") -> "Counts":
        """The differences, color by color; they may be negative."""
        return Counts(*map(sub, self, other))


_INDEX: Final = {color: index for index, color in enumerate(COLORS)}

FULL_BAG: Final = Counts(*[TILES_PER_COLOR] * len(COLORS))
NO_TILES: Final = Counts()


def count_tiles(items: Iterable[str]) -> Counts:
    """Count the tiles among `items`, leaving out the starting marker."""
    counts = dict.fromkeys(COLORS, 0)
    for item in items:
        if item != MARKER:
            counts[item] += 1  # type: ignore[index]
    return Counts(*counts.values())
