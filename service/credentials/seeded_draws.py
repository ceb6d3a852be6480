"""The draws of a game from its seed: generator version 1, and the commitment.

docs/fairness.md specifies both, with test vectors. They never change, or old games
could not be verified any more; another generator gets another version.
"""

import hmac
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from service.rules import COLORS, Color, Counts

GENERATOR: Final = "azul-draws-1"
"""Name and version; part of every message that is hashed."""


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
        """The commitment to seed and salt."""
        return commitment(self.seed, self.seed_salt)

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        """The tile at a position that the seed gives, in a bag sorted by color."""
        position = _below(sum(bag), self.seed, f"{GENERATOR}:{round}:{index}")
        for color, count in zip(COLORS, bag, strict=True):
            if position < count:
                return color
            position -= count
        raise AssertionError("a position lies within the bag")

    def starting_seat(self, players: int) -> int:
        """The starting seat, from the seed, if the creator chose none (R2)."""
        return _below(players, self.seed, f"{GENERATOR}:starting_seat")


def commitment(seed: str, seed_salt: str) -> str:
    """SHA-256 of salt, colon and seed, in hexadecimal."""
    return sha256(f"{seed_salt}:{seed}".encode()).hexdigest()


def _below(limit: int, seed: str, message: str) -> int:
    """A number from 0 to `limit` - 1; with 256 random bits the bias is negligible."""
    mac = _keyed(seed).copy()
    mac.update(message.encode())
    return int.from_bytes(mac.digest()) * limit >> 256


@lru_cache(maxsize=64)
def _keyed(seed: str) -> hmac.HMAC:
    """Cached: a round needs many draws, and setting the key is most of their cost."""
    return hmac.new(seed.encode(), digestmod="sha256")
