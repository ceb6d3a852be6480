"""How many of everything there can be at a table."""

from typing import Final

PLAYERS: Final = range(2, 5)
"""Numbers of players (R1)."""
MAX_PLAYERS: Final = max(PLAYERS)


def displays_for(players: int) -> int:
    """How many displays lie on the table (R1)."""
    return 2 * players + 1


MAX_DISPLAYS: Final = displays_for(MAX_PLAYERS)
