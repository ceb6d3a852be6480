"""Reading files of recorded games."""

import sys
from pathlib import Path
from typing import Final

from service.verification.errors import NotAHistory
from service.verification.history_parsing import MAX_HISTORY_BYTES

STDIN: Final = "-"
"""The name that stands for standard input."""


def read_history_file(name: str) -> bytes:
    """The bytes of a file, or of standard input.

    Raises `OSError`, and `NotAHistory` for more than `MAX_HISTORY_BYTES`.
    """
    if name == STDIN:
        body = sys.stdin.buffer.read(MAX_HISTORY_BYTES + 1)
    else:
        with Path(name).open("rb") as file:
            body = file.read(MAX_HISTORY_BYTES + 1)
    if len(body) > MAX_HISTORY_BYTES:
        raise NotAHistory("The file is larger than 8 MB; no game is that long.")
    return body
