"""Requests as they come in: whether one is there as a whole.

A thread that waits for a client is lost to everybody else. So the main loop collects
what comes, and only whole requests get a thread. Nothing is judged here: what makes no
sense counts as whole, since the parser will refuse it without waiting for more.
"""

import re
from enum import Enum, auto

# Bytes. More of a head than this is refused; a body that is longer is left to a thread
# that reads it as it comes.
LONGEST_HEAD = 64 * 1024
LONGEST_BODY = 64 * 1024

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n")
_SIZE = re.compile(rb"[0-9a-fA-F]{1,8}")


class Progress(Enum):
    """How far a request has come."""

    COMING = auto()
    WHOLE = auto()
    LONG = auto()
    """Its body is long, or the client waits to be asked for it."""
    ENDLESS = auto()
    """Its head does not come to an end."""


class Arrival:
    """A request of which more and more comes in; `data` is all of it so far.

    However it is cut to pieces, each byte is looked at once or twice.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.progress = Progress.COMING
        self._looked_at = 0
        self._body_length: int | None = None
        self._next_chunk = 0

    def add(self, data: bytes) -> None:
        """Take in what has come, and say in `progress` what that makes."""
        self.data += data
        if self._next_chunk:
            self.progress = self._look_at_chunks()
        elif self._body_length is not None:
            self.progress = self._look_at_body()
        else:
            self.progress = self._look_at_head()

    def _look_at_head(self) -> Progress:
        # One empty line may stand before a request.
        start = 2 if self.data.startswith(b"\r\n") else 0
        end = self.data.find(b"\r\n\r\n", max(start, self._looked_at - 3))
        self._looked_at = len(self.data)
        if end < 0:
            is_long = len(self.data) > LONGEST_HEAD
            return Progress.ENDLESS if is_long else Progress.COMING
        head = bytes(self.data[start : end + 2]).lower()
        self._looked_at = end + 4
        if b"\r\nexpect:" in head:
            return Progress.LONG
        if b"\r\ntransfer-encoding:" in head:
            self._next_chunk = end + 4
            return self._look_at_chunks()
        length = _LENGTH.search(head)
        self._body_length = int(length[1]) if length else 0
        return self._look_at_body()

    def _look_at_body(self) -> Progress:
        assert self._body_length is not None
        if len(self.data) >= self._looked_at + self._body_length:
            return Progress.WHOLE
        is_long = self._body_length > LONGEST_BODY
        return Progress.LONG if is_long else Progress.COMING

    def _look_at_chunks(self) -> Progress:
        """From chunk to chunk, to the one of no length and what follows it."""
        while (end := self.data.find(b"\r\n", self._next_chunk)) >= 0:
            size = _SIZE.match(self.data, self._next_chunk, end)
            if size is None:
                return Progress.WHOLE
            if int(size[0], 16) == 0:
                return self._look_at_trailers(end)
            self._next_chunk = end + 2 + int(size[0], 16) + 2
        return self._coming()

    def _look_at_trailers(self, end: int) -> Progress:
        """`end` is that of the last chunk's line; at once or later an empty one ends
        the request.
        """
        is_there = self.data.find(b"\r\n\r\n", end) >= 0
        return Progress.WHOLE if is_there else self._coming()

    def _coming(self) -> Progress:
        is_long = max(len(self.data), self._next_chunk) > self._looked_at + LONGEST_BODY
        return Progress.LONG if is_long else Progress.COMING
