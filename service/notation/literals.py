"""The smallest pieces, in both directions: letters, quoted texts, times."""

import re
from collections.abc import Sequence
from typing import Final

from service.rules import Color

LETTERS: Final[dict[Color, str]] = {
    "blue": "b",
    "yellow": "y",
    "red": "r",
    "black": "k",  # as printers call it; b is taken
    "white": "w",
}
COLOR_OF: Final = {letter: color for color, letter in LETTERS.items()}
NO_TILES: Final = "-"


# Invisible signs that break a line or turn around how it is shown.
_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
_TO_ESCAPE: Final = re.compile(rf'["\\{_UNSEEN}]')
_ESCAPE: Final = re.compile(r'\\(?:(["\\])|u\{([0-9a-fA-F]{1,6})\}|(.?))')


def tiles_text(tiles: Sequence[Color]) -> str:
    """The tiles of a display, a letter each: `bbkw`, or `-` for none."""
    return "".join(LETTERS[tile] for tile in tiles) or NO_TILES


def tiles_of(word: str) -> tuple[Color, ...]:
    """Reads what `tiles_text` writes. Raises `ValueError`."""
    if word == NO_TILES:
        return ()
    if wrong := set(word) - COLOR_OF.keys():
        raise ValueError(f"no tile has the letter {min(wrong)!r}; they are b y r k w")
    return tuple(COLOR_OF[letter] for letter in word)


def quoted(text: str) -> str:
    """`text` in quotes, on one line, and shown from left to right."""
    return f'"{_TO_ESCAPE.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    sign = match[0]
    return f"\\{sign}" if sign in '"\\' else f"\\u{{{ord(sign):x}}}"


def unquoted(text: str) -> str:
    """Reads what `quoted` writes, quotes included. Raises `ValueError`."""
    return _ESCAPE.sub(_plain, text[1:-1])


def _plain(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    if match[2] is None:
        raise ValueError(r"a backslash needs \" or \\ or \u{…} with a number in hex")
    number = int(match[2], 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise ValueError(f"there is no character with the number {match[2]}")
    return chr(number)
