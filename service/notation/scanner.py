"""Cutting a text into lines and words, each with its place; comments are left out."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from service.notation.errors import NotationError, Spot, quoted_word

MAX_CHARACTERS: Final = 250_000
"""More than the longest game takes: R31 keeps it to some 240 rounds."""

_TOKEN: Final = re.compile(
    r"""(?P<skip>   [ \t]+ | \{[^{}]*\} | ;.* )
      | (?P<string> "(?:[^"\\]|\\.)*" )
      | (?P<sign>   [\[\]|*] )
      | (?P<word>   [^ \t"\[\]{};|*]+ )""",
    re.VERBOSE,
)
_UNMATCHED: Final = {
    '"': "this quoted text is not closed on its line",
    "{": "this comment is not closed on its line, or holds a brace",
    "}": "no comment is open here",
}


class Token(NamedTuple):
    """A piece of a line; `kind` is "string", "sign", "word" or, behind all, "end"."""

    kind: str
    text: str
    spot: Spot


class Line:
    """What stands on one line, to be read from left to right."""

    def __init__(self, tokens: list[Token], end: Spot) -> None:
        self._tokens = tokens
        self._next = 0
        self._end = Token("end", "", end)

    @property
    def next(self) -> Token:
        """The token that is read next."""
        return self._tokens[self._next] if self._next < len(self._tokens) else self._end

    def has(self, kind: str, text: str | None = None) -> bool:
        """Whether the next token is of this kind (and says this)."""
        return self.next.kind == kind and text in (None, self.next.text)

    def take(self, kind: str, what: str, text: str | None = None) -> Token:
        """Read the next token, which must be `what`. Raises `NotationError`."""
        token = self.next
        if not self.has(kind, text):
            found = quoted_word(token.text) if token.text else "the end of the line"
            raise NotationError(token.spot, f"{what} must stand here, not {found}")
        self._next += 1
        return token

    def words(self) -> Iterator[Token]:
        """Read words as long as there are any."""
        while self.has("word"):
            yield self.take("word", "a word")

    def close(self) -> None:
        """Make sure that nothing is left. Raises `NotationError`."""
        if not self.has("end"):
            raise NotationError(
                self.next.spot, f"{quoted_word(self.next.text)} is too much"
            )


Lines = deque[Line]


def scan(text: str) -> Lines:
    """The lines of `text` that hold more than blanks and comments.

    Behind them stands one without anything, for the end. Raises `NotationError`.
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(Spot(1, 1), "no game is as long as this text")
    rows = text.removeprefix("\ufeff").split("\n")
    lines = [_line(number, row) for number, row in enumerate(rows, start=1)]
    end = Line([], Spot(len(rows), len(rows[-1]) + 1))
    return deque([*(line for line in lines if not line.has("end")), end])


def _line(number: int, row: str) -> Line:
    row = row.removesuffix("\r")
    tokens = []
    at = 0
    while at < len(row):
        match = _TOKEN.match(row, at)
        spot = Spot(number, at + 1)
        if match is None:
            raise NotationError(spot, _UNMATCHED[row[at]])
        if (kind := match.lastgroup or "") != "skip":
            tokens.append(Token(kind, match[0], spot))
        at = match.end()
    return Line(tokens, Spot(number, len(row) + 1))
