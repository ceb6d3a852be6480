"""How many players and displays a game can have."""

from typing import Final

PLAYERS: Final = range(2, 5)
"""The possible numbers of players (R1)."""
MAX_PLAYERS: Final = max(PLAYERS)


def displays_for(players: int) -> int:
    """The number of displays in a game of `players` players (R1)."""
    return 2 * players + 1


MAX_DISPLAYS: Final = displays_for(MAX_PLAYERS)
