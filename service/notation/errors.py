"""What is wrong with a text, and where."""

from typing import Final, NamedTuple

from service.formats.text import truncated

MAX_TOKEN_LENGTH: Final = 40
"""Characters of a token that an error quotes."""


class Location(NamedTuple):
    """A place in a text: line and column, both from one; columns count characters."""

    line: int
    column: int


class NotationError(Exception):
    """A text that does not follow the grammar.

    `str()` says where and what is wrong, `problem` only what is.
    """

    def __init__(self, location: Location, problem: str) -> None:
        super().__init__(f"Line {location.line}, column {location.column}: {problem}")
        self.location = location
        self.problem = problem


def quoted_token(token: str) -> str:
    """`token` in quotes, on one line and truncated: it may hold anything."""
    return repr(truncated(token, MAX_TOKEN_LENGTH))
