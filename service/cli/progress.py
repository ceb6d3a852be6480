"""The progress of a long command, for a terminal."""

import sys
import time
from typing import Final, Self

UPDATE_INTERVAL: Final = 0.1
"""Seconds between two updates of the counter."""
_CLEAR_LINE: Final = "\r\x1b[K"


class ProgressCounter:
    """Counts up to `total` on standard error, if that is a terminal.

    `print_line` writes a line to standard output, clearing the counter first.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._due = time.monotonic() + UPDATE_INTERVAL
        self._is_shown = sys.stderr.isatty() and total > 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write(_CLEAR_LINE)

    def count(self) -> None:
        """Count one more as done."""
        self._done += 1
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + UPDATE_INTERVAL
            self._write(f"{_CLEAR_LINE}{self._done} of {self._total}")

    def print_line(self, line: str) -> None:
        """Write a line of the result."""
        self._write(_CLEAR_LINE)
        sys.stdout.write(f"{line}\n")

    def _write(self, text: str) -> None:
        if self._is_shown:
            sys.stderr.write(text)
            sys.stderr.flush()
