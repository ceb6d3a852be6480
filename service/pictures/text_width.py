"""Truncating names to the width at which they are drawn."""

from unicodedata import combining, east_asian_width


def truncated_to_width(name: str, width: int) -> str:
    """`name`, cut with an ellipsis if it is wider than `width` letters.

    East Asian characters and emoji count twice, combining characters not at all.
    """
    total = 0
    for place, character in enumerate(name):
        total += _width(character)
        if total > width:
            return f"{name[: max(place - 1, 0)]}…"
    return name


def _width(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
