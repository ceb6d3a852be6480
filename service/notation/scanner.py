"""Splitting a text into lines and tokens with their locations, without comments."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from service.notation.errors import Location, NotationError, quoted_token

MAX_CHARACTERS: Final = 250_000
"""More than the longest game needs: R31 limits it to some 240 rounds."""

_TOKEN: Final = re.compile(
    r"""(?P<skip>   [ \t]+ | \{[^{}]*\} | ;.* )
      | (?P<string> "(?:[^"\\]|\\.)*" )
      | (?P<symbol> [\[\]|*] )
      | (?P<word>   [^ \t"\[\]{};|*]+ )""",
    re.VERBOSE,
)
_UNMATCHED: Final = {
    '"': "this quoted text is not closed on its line",
    "{": "this comment is not closed on its line, or contains a brace",
    "}": "no comment is open here",
}


class Token(NamedTuple):
    """A part of a line; `kind` is "string", "symbol", "word", or at last "end"."""

    kind: str
    text: str
    location: Location


class Line:
    """The tokens of one line, to be read from left to right."""

    def __init__(self, tokens: list[Token], end: Location) -> None:
        self._tokens = tokens
        self._next = 0
        self._end = Token("end", "", end)

    @property
    def next(self) -> Token:
        """The next token; it is not consumed."""
        return self._tokens[self._next] if self._next < len(self._tokens) else self._end

    def next_is(self, kind: str, text: str | None = None) -> bool:
        """Whether the next token is of this kind, and has this text if one is given."""
        return self.next.kind == kind and text in (None, self.next.text)

    def expect(self, kind: str, what: str, text: str | None = None) -> Token:
        """Consume the next token, which must be as described by `what`.

        Raises `NotationError`.
        """
        token = self.next
        if not self.next_is(kind, text):
            found = quoted_token(token.text) if token.text else "the end of the line"
            raise NotationError(token.location, f"expected {what}, found {found}")
        self._next += 1
        return token

    def words(self) -> Iterator[Token]:
        """Consume words as long as there are any."""
        while self.next_is("word"):
            yield self.expect("word", "a word")

    def expect_end(self) -> None:
        """Raise `NotationError` if there is another token."""
        if not self.next_is("end"):
            raise NotationError(
                self.next.location,
                f"expected the end of the line, found {quoted_token(self.next.text)}",
            )


Lines = deque[Line]


def scan(text: str) -> Lines:
    """The lines of `text` that hold tokens, followed by an empty one for the end.

    Raises `NotationError`.
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(
            Location(1, 1), f"a text may have {MAX_CHARACTERS} characters at most"
        )
    rows = text.removeprefix("\ufeff").split("\n")
    lines = [_line(number, row) for number, row in enumerate(rows, start=1)]
    end = Line([], Location(len(rows), len(rows[-1]) + 1))
    return deque([*(line for line in lines if not line.next_is("end")), end])


def _line(number: int, row: str) -> Line:
    row = row.removesuffix("\r")
    tokens = []
    at = 0
    while at < len(row):
        match = _TOKEN.match(row, at)
        location = Location(number, at + 1)
        if match is None:
            raise NotationError(location, _UNMATCHED[row[at]])
        if (kind := match.lastgroup or "") != "skip":
            tokens.append(Token(kind, match[0], location))
        at = match.end()
    return Line(tokens, Location(number, len(row) + 1))
