"""The draws of a game from its seed: generator version 1, and the commitment.

docs/fairness.md states both for strangers, with test vectors; changing either would
make old games uncheckable, so a change is a new version beside this one.
"""

import hmac
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from service.rules import COLORS, Color, Counts

GENERATOR: Final = "azul-draws-1"


@dataclass(frozen=True, slots=True)
class SeededDraws:
    """Every draw of a game follows from `seed`; see `service.rules.Randomness`.

    `seeded` says whether the seed was given by the game's creator.
    """

    seed: str
    seed_salt: str
    seeded: bool

    @property
    def seed_hash(self) -> str:
        return commitment(self.seed, self.seed_salt)

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        """The tile at `position` of the bag, laid out color by color."""
        position = _below(sum(bag), self.seed, f"{GENERATOR}:{round}:{index}")
        for color, count in zip(COLORS, bag, strict=True):
            if position < count:
                return color
            position -= count
        raise AssertionError("a position lies within the bag")

    def starting_seat(self, players: int) -> int:
        """Who starts if the creator did not say (R2): also from the seed."""
        return _below(players, self.seed, f"{GENERATOR}:starting_seat")


def commitment(seed: str, seed_salt: str) -> str:
    """SHA-256 of salt, colon and seed, in hexadecimal."""
    return sha256(f"{seed_salt}:{seed}".encode()).hexdigest()


def _below(limit: int, seed: str, message: str) -> int:
    """A number from 0 to `limit` - 1; 256 random bits make the bias immeasurable."""
    mac = _keyed(seed).copy()
    mac.update(message.encode())
    return int.from_bytes(mac.digest()) * limit >> 256


@lru_cache(maxsize=64)
def _keyed(seed: str) -> hmac.HMAC:
    """Kept, since a round takes many draws, and most of each would go into the key."""
    return hmac.new(seed.encode(), digestmod="sha256")
