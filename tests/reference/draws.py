"""Which tile comes out of the bag.

A draw is a function of (round, index, bag) that gives a color: index counts the draws
of that round from 0, bag says how many tiles of each color are left. It must give the
same answer whenever it is asked the same, since the engine tries moves out on copies.
"""

import hashlib
from collections.abc import Callable

from tests.reference.tables import COLORS

Draw = Callable[[int, int, dict[str, int]], str]


def seeded_draw(seed: str | int) -> Draw:
    """Draws that look random and follow from the seed (any text or number)."""

    def draw(round_number: int, index: int, bag: dict[str, int]) -> str:
        text = f"{seed}/{round_number}/{index}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        tiles: list[str] = []
        for color in COLORS:
            tiles += [color] * bag[color]
        return tiles[number % len(tiles)]

    return draw


def fixed_deal(displays: list[list[str]], seed: str | int = "later") -> Draw:
    """Deals round 1 as given (a list of displays of four colors), the rest by seed."""
    dealt: list[str] = []
    for display in displays:
        dealt += display
    later = seeded_draw(seed)

    def draw(round_number: int, index: int, bag: dict[str, int]) -> str:
        if round_number == 1:
            return dealt[index]
        return later(round_number, index, bag)

    return draw
