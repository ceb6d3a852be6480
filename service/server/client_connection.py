"""A client's connection as gunicorn uses it: a socket whose every wait has a deadline.

A connection is idle until a request begins, then the request arrives, then it is
answered, and so on; when it is closed after an answer it lingers. Times are in seconds.
"""

import contextlib
import errno
import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gevent
from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders

from service.server.connections import Connections
from service.server.turns import current_turn, let_others_run

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
GONE = "the connection is gone"
READ = 1
"""The event loop's word for something to receive."""


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
        self._received = 0
        self.is_answering = False
        self.is_sending = False
        self.has_sent = False
        self._is_evicted = False
        self._turn = current_turn()
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
        elif self._received > MAX_HEAD_BYTES:
            raise LimitRequestHeaders("the head has no end")
        try:
            data = self._recv(size, self._deadline - time.monotonic())
        except TimeoutError as error:
            raise RequestTimeout from error
        finally:
            if self.is_answering:
                self._connections.set_busy(self)
        self._deadline += len(data) / BYTES_PER_SECOND
        self._received += len(data)
        return data

    def _recv_first(self, size: int) -> bytes:
        """Empty lines in front of a request are skipped (RFC 9112, section 2.2)."""
        end = time.monotonic() + self.idle_timeout
        data = b""
        while not data:
            try:
                received = self._recv(size, end - time.monotonic())
            except TimeoutError:
                return b""
            if not received:
                return b""
            data = received.lstrip(b"\r\n")
        self._deadline = time.monotonic() + self.request_timeout
        self._connections.set_waiting(self)
        return data

    def _recv(self, size: int, timeout: float) -> bytes:
        size = min(size, RECEIVE_BYTES)
        data: bytes
        with _lost_if_closed():
            self._sock.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                data = self._sock.recv(size)
                # A client that sends without a pause must not keep others waiting.
                self._turn = let_others_run(self._turn)
                return data
            self._sock.settimeout(max(timeout, 0.001))
            data = self._sock.recv(size)
        self._turn = current_turn()
        return data

    def sendall(self, data: bytes) -> None:
        """Send all of `data`, without copying it.

        Raises TimeoutError if the client does not read it in time, and
        ConnectionResetError if the connection is lost.
        """
        self.has_sent = True
        self.send(data)

    def send(self, data: bytes) -> None:
        """Send all of `data`, which is not the answer: gunicorn sends a 100 Continue
        so. Raises as `sendall` does.
        """
        sent = 0
        self._sock.settimeout(0)
        with _lost_if_closed(), contextlib.suppress(BlockingIOError):
            sent = self._sock.send(data)
        if sent < len(data):
            self._send_as_it_is_read(memoryview(data)[sent:])

    def _send_as_it_is_read(self, data: memoryview) -> None:
        self._sock.settimeout(SEND_TIMEOUT)
        self.is_sending = True
        self._connections.set_waiting(self)
        try:
            with _lost_if_closed():
                self._sock.sendall(data)
        finally:
            self.is_sending = False
            self._connections.set_busy(self)

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
        """A request's head is there, and the service's turn begins.

        Raises ConnectionResetError if the connection was evicted meanwhile.
        """
        if self._is_evicted:
            raise ConnectionResetError(errno.ECONNRESET, GONE)
        self.is_answering = True
        self.has_sent = False
        self._connections.set_busy(self)

    def end_answer(self, idle_timeout: float, *, has_next_begun: bool) -> None:
        """A request is answered, and another may begin, or has begun already."""
        self.is_answering = False
        self.idle_timeout = idle_timeout
        now = time.monotonic()
        self._deadline = now + self.request_timeout if has_next_begun else None
        self._received = 0
        self._connections.set_waiting(self)
        if has_next_begun:  # requests that came together must not keep others waiting
            self._turn = let_others_run(self._turn)

    @contextlib.contextmanager
    def ended_with_client(self, error: Exception) -> Iterator[None]:
        """Raises `error` within the block if the client closes the connection, or the
        half of it on which it sends. That is not seen once it has sent another request.
        """
        self._sock.settimeout(0)
        on_event = gevent.get_hub().loop.io(self._sock.fileno(), READ)
        end = partial(gevent.getcurrent().throw, error)
        on_event.start(self._look_for_end, on_event, end)
        try:
            yield
        finally:
            on_event.stop()
            on_event.close()

    def _look_for_end(self, on_event: Any, end: Callable[[], object]) -> None:
        """Called by the event loop when there is something to receive, or the end."""
        try:
            data = self._sock.recv(RECEIVE_BYTES, socket.MSG_PEEK)
            if data and not data.lstrip(b"\r\n"):  # empty lines, as before a request
                self._sock.recv(len(data))
                return
        except BlockingIOError:
            return
        except OSError:
            data = b""
        on_event.stop()
        if not data:
            end()

    def evict(self) -> None:
        """Close the connection at once, even while a request on it is in progress."""
        self._is_evicted = True
        self._connections.remove(self)
        with contextlib.suppress(OSError):
            self._sock.close()

    def detach(self) -> int:
        """Give the file descriptor away; `close` does nothing afterwards.

        Raises ConnectionResetError if the connection was evicted.
        """
        self._connections.remove(self)
        sock, self._sock = self._sock, None
        descriptor: int = sock.detach()
        if descriptor < 0:
            raise ConnectionResetError(errno.ECONNRESET, GONE)
        return descriptor


@contextlib.contextmanager
def _lost_if_closed() -> Iterator[None]:
    """What a socket raises that the client or an eviction has closed becomes
    ConnectionResetError; TimeoutError and BlockingIOError stay what they are.
    """
    try:
        yield
    except (TimeoutError, BlockingIOError):
        raise
    except OSError as error:
        raise ConnectionResetError(errno.ECONNRESET, GONE) from error
