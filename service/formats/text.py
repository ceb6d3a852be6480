"""Which texts are valid as names and seeds, and how long texts are truncated.

API, notation, verification, pages and tools all use these definitions.
"""

import re
from typing import Final

MAX_NAME_LENGTH: Final = 40
MAX_SEED_LENGTH: Final = 64
"""Both limits are in characters (code points)."""

_NOT_IN_A_LINE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, line and paragraph separators, surrogates."""

Reason = str
"""What is wrong with a text, as a predicate: "must not be blank"."""


def name_problem(name: str) -> Reason | None:
    """What is wrong with `name` as a player's name; None if it is valid."""
    return _one_line_problem(name, MAX_NAME_LENGTH) or _blank_problem(name)


def seed_problem(seed: str) -> Reason | None:
    """What is wrong with `seed` as a game's seed; None if it is valid."""
    return _one_line_problem(seed, MAX_SEED_LENGTH)


def _one_line_problem(text: str, max_length: int) -> Reason | None:
    if not 1 <= len(text) <= max_length:
        return f"must have 1 to {max_length} characters"
    if _NOT_IN_A_LINE.search(text):
        return "must not contain control characters or line breaks"
    return None


def _blank_problem(text: str) -> Reason | None:
    # The byte order mark is white space to JavaScript, and so to the API's pattern.
    return None if text.replace("\ufeff", "").strip() else "must not be blank"


def truncated(text: str, max_length: int) -> str:
    """`text`, cut after `max_length` characters with an ellipsis if it is longer."""
    return text if len(text) <= max_length else f"{text[:max_length]}…"
