"""The source of draws, which the rules are given as a parameter."""

from typing import Protocol

from service.rules.tiles import Color, Counts


class Randomness(Protocol):
    """The randomness of one game, fixed before it starts.

    `draw` is a pure function: the color that is drawn from a bag with the given counts
    (never all zero) at draw `index` (from zero) of `round` (from one). `seeded` says
    whether the creator gave the seed. `seed_hash` is published at the start, `seed` and
    `seed_salt` at the end.
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
