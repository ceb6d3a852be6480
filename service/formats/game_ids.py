"""The format of a game's id: 128 random bits as 22 characters of URL-safe base64."""

import re
from typing import Final

GAME_ID_PATTERN: Final = "[A-Za-z0-9_-]{22}"

_GAME_ID: Final = re.compile(GAME_ID_PATTERN)


def is_game_id(text: str) -> bool:
    """Whether `text` has the format of a game's id."""
    return bool(_GAME_ID.fullmatch(text))
