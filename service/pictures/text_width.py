"""Names that fit where they are drawn."""

from unicodedata import combining, east_asian_width


def shortened(name: str, width: int) -> str:
    """`name`, cut with an ellipsis if it is wider than `width` letters.

    Characters of East Asian scripts and emoji are twice as wide as others.
    """
    taken = 0
    for place, character in enumerate(name):
        taken += _width(character)
        if taken > width:
            return f"{name[: max(place - 1, 0)]}…"
    return name


def _width(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
