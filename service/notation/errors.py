"""What is wrong with a text, and where."""

from typing import NamedTuple


class Spot(NamedTuple):
    """A place in a text: line and column, both counted from one, in characters."""

    line: int
    column: int


class NotationError(Exception):
    """A text that is no game. `str()` says where and what, in words.

    `spot` is the place, `problem` the words without it.
    """

    def __init__(self, spot: Spot, problem: str) -> None:
        super().__init__(f"Line {spot.line}, column {spot.column}: {problem}")
        self.spot = spot
        self.problem = problem


def quoted_word(word: str, most: int = 40) -> str:
    """`word`, which may come from a stranger, on one line and not at any length."""
    return repr(word if len(word) <= most else f"{word[:most]}…")
