"""Which texts people may choose, and how long texts are shortened.

The one definition of a player's name and of a seed: API, notation, verification and
tools all ask here.
"""

import re
from typing import Final

MAX_NAME_LENGTH: Final = 40
MAX_SEED_LENGTH: Final = 64
"""Both in characters (code points)."""

_HIDDEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, line and paragraph separators, surrogates."""

Reason = str
"""What is wrong with a text: a predicate such as "must not be blank"."""


def name_problem(name: str) -> Reason | None:
    """Why `name` cannot be a player's name; None if it can."""
    return _one_line_problem(name, MAX_NAME_LENGTH) or _blank_problem(name)


def seed_problem(seed: str) -> Reason | None:
    """Why `seed` cannot be a game's seed; None if it can."""
    return _one_line_problem(seed, MAX_SEED_LENGTH)


def _one_line_problem(text: str, most: int) -> Reason | None:
    if not 1 <= len(text) <= most:
        return f"must have 1 to {most} characters"
    if _HIDDEN.search(text):
        return "must not contain control characters or line breaks"
    return None


def _blank_problem(text: str) -> Reason | None:
    # The byte order mark is white space to JavaScript, and so to the API's pattern.
    return None if text.replace("\ufeff", "").strip() else "must not be blank"


def truncated(text: str, most: int) -> str:
    """`text`, cut after `most` characters with an ellipsis if it is longer."""
    return text if len(text) <= most else f"{text[:most]}…"
