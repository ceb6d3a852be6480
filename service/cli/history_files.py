"""Reading the files that commands are given."""

import sys
from pathlib import Path
from typing import Final

from service.verification.errors import NotAHistory
from service.verification.history_parsing import MAX_HISTORY_BYTES

STDIN: Final = "-"


def read(name: str) -> bytes:
    """What is in a file, or comes in by standard input.

    Raises `OSError`, and `NotAHistory` if it is too large for one.
    """
    if name == STDIN:
        body = sys.stdin.buffer.read(MAX_HISTORY_BYTES + 1)
    else:
        with Path(name).open("rb") as file:
            body = file.read(MAX_HISTORY_BYTES + 1)
    if len(body) > MAX_HISTORY_BYTES:
        raise NotAHistory("No game's history is as large as this.")
    return body
