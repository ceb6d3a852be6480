"""Reading the files that commands are given."""

import sys
from pathlib import Path
from typing import Final

from service.play.documents import LARGEST_HISTORY
from service.play.errors import NotAHistory

STDIN: Final = "-"


def read(name: str) -> bytes:
    """What is in a file, or comes in by standard input.

    Raises `OSError`, and `NotAHistory` if it is too large for one.
    """
    if name == STDIN:
        body = sys.stdin.buffer.read(LARGEST_HISTORY + 1)
    else:
        with Path(name).open("rb") as file:
            body = file.read(LARGEST_HISTORY + 1)
    if len(body) > LARGEST_HISTORY:
        raise NotAHistory("No game's history is as large as this.")
    return body
