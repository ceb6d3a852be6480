"""How far a long command has come, for whoever watches it in a terminal."""

import sys
import time
from typing import Final, Self

INTERVAL: Final = 0.1
"""Seconds between two looks at the counter."""
_BACK_AND_CLEAR: Final = "\r\x1b[K"


class Counter:
    """Counts up to `total` on standard error, if that is a terminal.

    `say` writes a line to standard output without leaving the counter in its way.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._due = time.monotonic() + INTERVAL
        self._shows = sys.stderr.isatty() and total > 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write(_BACK_AND_CLEAR)

    def count(self) -> None:
        """One more is done."""
        self._done += 1
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + INTERVAL
            self._write(f"{_BACK_AND_CLEAR}{self._done} of {self._total}")

    def say(self, line: str) -> None:
        """Write a line of the result."""
        self._write(_BACK_AND_CLEAR)
        sys.stdout.write(f"{line}\n")

    def _write(self, text: str) -> None:
        if self._shows:
            sys.stderr.write(text)
            sys.stderr.flush()
