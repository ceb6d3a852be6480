"""Where the draws come from, as the rules see it: something handed in."""

from typing import Protocol

from service.rules.tiles import Color, Counts


class Randomness(Protocol):
    """The randomness of one game, fixed before it starts.

    `draw` is a pure function: it names the color that comes out of a bag with the
    given counts (never all zero) at draw `index` (from zero) of `round` (from one).
    `seed` and `seed_salt` are published at the end, `seed_hash` at the start.
    """

    @property
    def seeded(self) -> bool: ...
    @property
    def seed_hash(self) -> str: ...
    @property
    def seed(self) -> str: ...
    @property
    def seed_salt(self) -> str: ...
    def draw(self, round: int, index: int, bag: Counts) -> Color: ...
