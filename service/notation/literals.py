"""Reading and writing the smallest parts: letters of tiles and quoted texts."""

import re
from collections.abc import Sequence
from typing import Final

from service.rules import Color

LETTERS: Final[dict[Color, str]] = {
    "blue": "b",
    "yellow": "y",
    "red": "r",
    "black": "k",  # as in CMYK, since b is blue
    "white": "w",
}
COLOR_OF: Final = {letter: color for color, letter in LETTERS.items()}
NO_TILES: Final = "-"

# Invisible characters that break a line or change the direction of what follows.
_INVISIBLE: Final = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
)
_TO_ESCAPE: Final = re.compile(rf'["\\{_INVISIBLE}]')
_ESCAPE: Final = re.compile(r'\\(?:(["\\])|u\{([0-9a-fA-F]{1,6})\}|(.?))')


def tiles_text(tiles: Sequence[Color]) -> str:
    """The tiles of a display, a letter each: `bbkw`; `-` if it is empty."""
    return "".join(LETTERS[tile] for tile in tiles) or NO_TILES


def tiles_of(word: str) -> tuple[Color, ...]:
    """The tiles that `tiles_text` wrote as `word`. Raises `ValueError`."""
    if word == NO_TILES:
        return ()
    if wrong := set(word) - COLOR_OF.keys():
        raise ValueError(f"no tile has the letter {min(wrong)!r}; tiles are b y r k w")
    return tuple(COLOR_OF[letter] for letter in word)


def quoted(text: str) -> str:
    """`text` in quotes, with invisible characters escaped."""
    return f'"{_TO_ESCAPE.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if character in '"\\':
        return f"\\{character}"
    return f"\\u{{{ord(character):x}}}"


def unquoted(text: str) -> str:
    """The text that `quoted` wrote as `text`, quotes included. Raises `ValueError`."""
    return _ESCAPE.sub(_unescaped, text[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    if match[2] is None:
        raise ValueError(
            r"an escape must be \" or \\ or \u{…} with a hexadecimal number"
        )
    number = int(match[2], 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise ValueError(f"there is no character U+{match[2]}")
    return chr(number)
