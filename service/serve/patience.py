"""How long a client may take to send a request, so that none holds a thread for ever.

gunicorn's threads wait for a request's bytes without end.
"""

import time
from typing import Any

from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from gunicorn.http.unreader import SocketUnreader  # type: ignore[import-untyped]


class SlowRequest(Exception):
    """The request's bytes take too long to come."""


class BrokenBody(OSError):
    """The body's bytes make no sense, or take too long to come.

    An OSError, which is what an application expects of a client that fails it: Flask
    turns it into a 400.
    """


class PatientUnreader(SocketUnreader):  # type: ignore[misc]
    """Reads a request's bytes from the socket, for as long as they come fast enough.

    A request has `patience` seconds, and one more for every `RATE` bytes that came.
    """

    RATE = 16 * 1024

    def __init__(self, sock: Any, patience: float) -> None:
        super().__init__(sock)
        self.patience = patience
        self.expect_request()

    def expect_request(self) -> None:
        """The time for the next request begins."""
        self.deadline = time.monotonic() + self.patience

    def chunk(self, size_hint: int | None = None) -> bytes:
        usual = self.sock.gettimeout()
        left = max(self.deadline - time.monotonic(), 0.001)
        self.sock.settimeout(left if usual is None else min(left, usual))
        try:
            received: bytes = super().chunk(size_hint)
        except TimeoutError as error:
            raise SlowRequest from error
        finally:
            self.sock.settimeout(usual)
        self.deadline += len(received) / self.RATE
        return received


class HonestReader:
    """A request body's reader that reports whatever is wrong as `BrokenBody`."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def read(self, size: int) -> bytes:
        try:
            data: bytes = self._reader.read(size)
        except (ParseException, SlowRequest) as error:
            raise BrokenBody(str(error)) from error
        return data
