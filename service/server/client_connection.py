"""A client's connection as gunicorn uses it: a socket whose every wait has a deadline.

A connection is idle until a request begins, then the request arrives, then it is
answered, and so on; when it is closed after an answer it lingers. Times are in seconds.
"""

import contextlib
import errno
import time
from typing import Any

import gevent
from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders

from service.server.connections import Connections

SEND_TIMEOUT = 30.0
LINGER_TIMEOUT = 2.0
LINGER_BYTES = 16 * 1024 * 1024
RECEIVE_BYTES = 64 * 1024
"""Bytes that are received at a time; what gunicorn keeps of more it copies often."""
MAX_HEAD_BYTES = 32 * 1024
"""Bytes. gunicorn would take half a megabyte, and looks through all of a head again
with each piece that comes."""
BYTES_PER_SECOND = 16 * 1024
"""Bytes of a request for which it has a second more."""


class RequestTimeout(Exception):
    """The request's bytes take too long to come."""


class ClientConnection:
    """One connection, registered with `connections` until it is closed.

    `idle_timeout` is how long it may be idle before its next request.
    """

    request_timeout = 10.0
    """For a request's bytes to come, from the first one on; and for the first one on
    a new connection."""

    def __init__(self, sock: Any, connections: Connections) -> None:
        self._sock = sock
        self._connections = connections
        self._deadline: float | None = None
        self.idle_timeout = self.request_timeout
        self._head = 0
        self.is_answering = False
        self.has_sent = False
        connections.add(self)

    # What gunicorn calls

    def recv(self, size: int) -> bytes:
        """Up to `size` bytes of a request; none at its end, or if none begins in time.

        Raises `RequestTimeout`, `LimitRequestHeaders` where a head does not end, and
        ConnectionResetError if the connection is lost.
        """
        if self._deadline is None:
            return self._recv_first(size)
        if self.is_answering:
            self._connections.set_waiting(self)
        elif self._head > MAX_HEAD_BYTES:
            raise LimitRequestHeaders("the head has no end")
        try:
            data = self._recv(size, self._deadline - time.monotonic())
        except TimeoutError as error:
            raise RequestTimeout from error
        finally:
            if self.is_answering:
                self._connections.set_busy(self)
        self._deadline += len(data) / BYTES_PER_SECOND
        self._head += len(data)
        if len(data) == RECEIVE_BYTES:
            # A client that sends faster than we read would keep all others waiting.
            gevent.sleep(0)
        return data

    def _recv_first(self, size: int) -> bytes:
        try:
            data = self._recv(size, self.idle_timeout)
        except TimeoutError:
            return b""
        self._deadline = time.monotonic() + self.request_timeout
        self._connections.set_waiting(self)
        return data

    def _recv(self, size: int, timeout: float) -> bytes:
        self._sock.settimeout(max(timeout, 0.001))
        try:
            data: bytes = self._sock.recv(min(size, RECEIVE_BYTES))
        except TimeoutError:
            raise
        except OSError as error:  # lost, or evicted
            raise ConnectionResetError(errno.ECONNRESET, "it is gone") from error
        return data

    def sendall(self, data: bytes) -> None:
        """Send all of `data`, without copying it.

        Raises TimeoutError if the client does not read it in time, or OSError.
        """
        self.has_sent = True
        self._sock.settimeout(SEND_TIMEOUT)
        self._sock.sendall(data)

    def send(self, data: bytes) -> None:
        """Send all of `data`, which is no answer yet. Raises OSError."""
        self._sock.settimeout(SEND_TIMEOUT)
        self._sock.sendall(data)

    def setblocking(self, _flag: object) -> None:
        """Nothing: every call has its own timeout."""

    def shutdown(self, how: int) -> None:
        """As of a socket."""
        self._sock.shutdown(how)

    def close(self) -> None:
        """Close the connection; after an answer once the client has read it.

        Closed at once, with bytes unread, the connection would be reset and the
        answer lost.
        """
        if self._sock is None:
            return
        if self.has_sent:
            self._connections.set_waiting(self)
            util.close_graceful(self._sock, LINGER_TIMEOUT, LINGER_BYTES)
        else:
            self._sock.close()
        self._connections.remove(self)
        self._sock = None

    # What the worker calls

    def begin_answer(self) -> None:
        """A request's head is there, and the service's turn begins."""
        self.is_answering = True
        self.has_sent = False
        self._connections.set_busy(self)

    def end_answer(self, idle_timeout: float) -> None:
        """A request is answered, and another may begin."""
        self.is_answering = False
        self.idle_timeout = idle_timeout
        self._deadline = None
        self._head = 0
        self._connections.set_waiting(self)

    def evict(self) -> None:
        """Close the connection at once, even while a request on it is in progress."""
        self._connections.remove(self)
        with contextlib.suppress(OSError):
            self._sock.close()

    def detach(self) -> int:
        """Give the file descriptor away; `close` does nothing afterwards."""
        self._connections.remove(self)
        sock, self._sock = self._sock, None
        descriptor: int = sock.detach()
        return descriptor
