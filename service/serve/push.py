"""Pushing streams: one thread writes to all watchers of this process.

A stream that waits in a thread of its own costs that thread, and a thousand of them
get in each other's way when a game moves that all of them watch. Here a stream is a
socket and a few objects; what is written to many is built once.
"""

import logging
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from threading import Lock, Thread
from typing import Any, Final, NoReturn, Protocol

log = logging.getLogger(__name__)

QUIET: Final = 10.0
"""Seconds without news after which a comment shows that the stream lives."""
KEEP_ALIVE: Final = b": nothing new\n\n"
MOST_UNSENT: Final = 1 << 20
"""Bytes of news that may wait for a slow client; one that is slower has to come back.
"""


class Stream(Protocol):
    """What is pushed; see `service.api.views.stream_views.Stream`."""

    is_over: bool

    def beginning(self) -> bytes: ...
    def on_news(self, ring: Callable[[], None]) -> None: ...
    def fetch(self) -> bytes: ...
    def close(self) -> None: ...


class TakenOver(Exception):
    """The connection now belongs to the pusher, and the request is done with."""


class _Client:
    """A watcher's connection and what is still to be sent to it."""

    def __init__(self, sock: socket.socket, stream: Stream) -> None:
        self.sock = sock
        self.stream = stream
        self.unsent = bytearray()
        self.most_unsent = MOST_UNSENT
        self.last_sign = time.monotonic()
        self.is_gone = False

    @property
    def is_done(self) -> bool:
        return self.stream.is_over and not self.unsent

    def begin(self, data: bytes) -> None:
        """Send the beginning, which may be long. Raises OSError."""
        self.most_unsent += len(data)
        self.send(data)

    def send(self, data: bytes) -> None:
        """Send what can be sent without waiting. Raises OSError."""
        self.unsent += data
        if self.unsent:
            self.last_sign = time.monotonic()
            try:
                del self.unsent[: self.sock.send(self.unsent)]
            except BlockingIOError:
                if len(self.unsent) > self.most_unsent:
                    raise TimeoutError("the client does not read") from None


class Pusher:
    """The one thread that writes; it starts with the first stream."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._bell, self._button = socket.socketpair()
        self._bell.setblocking(False)
        self._button.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._rung: deque[_Client] = deque()
        self._clients: set[_Client] = set()
        self._lock = Lock()
        self._thread: Thread | None = None

    def push(
        self,
        environ: Mapping[str, Any],
        headers: Iterable[tuple[str, str]],
        stream: Stream,
    ) -> NoReturn:
        """Begin the answer, then leave the connection to the pusher's thread.

        Raises `TakenOver`, or what went wrong, with the stream closed.
        """
        with ExitStack() as closing:
            closing.callback(stream.close)
            sock = closing.enter_context(environ["gunicorn.socket"].dup())
            sock.setblocking(False)
            client = _Client(sock, stream)
            client.begin(_head(headers) + stream.beginning())
            closing.pop_all()
        self._start()
        stream.on_news(lambda: self._ring(client))
        raise TakenOver

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="push", daemon=True)
                self._thread.start()

    def _ring(self, client: _Client) -> None:
        self._rung.append(client)
        with suppress(BlockingIOError):  # then it has been pressed often enough
            self._button.send(b"!")

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select(1.0):
                if key.data is None:
                    self._bell.recv(1 << 16)
                else:
                    self._attend(key.data, self._on_ready)
            while self._rung:
                self._attend(self._rung.popleft(), self._on_news)
            for client in self._quiet_clients():
                self._attend(client, lambda quiet: quiet.send(KEEP_ALIVE))

    def _attend(self, client: _Client, act: Callable[[_Client], None]) -> None:
        """Do what is to be done for a client; part with it if that fails or was all."""
        if client.is_gone:
            return
        try:
            act(client)
        except OSError:
            self._part(client)
        except Exception:
            log.exception("cannot go on with a stream")
            self._part(client)
        else:
            if client.is_done:
                self._part(client)
            else:
                self._listen_to(client)

    def _on_ready(self, client: _Client) -> None:
        """The client went away, said something unasked, or can take more."""
        try:
            if not client.sock.recv(1 << 12):
                raise ConnectionError("the client is gone")
        except BlockingIOError:
            client.send(b"")

    def _on_news(self, client: _Client) -> None:
        client.send(client.stream.fetch())

    def _listen_to(self, client: _Client) -> None:
        events = selectors.EVENT_READ
        if client.unsent:
            events |= selectors.EVENT_WRITE
        if client not in self._clients:
            self._clients.add(client)
            self._selector.register(client.sock, events, client)
        elif self._selector.get_key(client.sock).events != events:
            self._selector.modify(client.sock, events, client)

    def _part(self, client: _Client) -> None:
        if client in self._clients:
            self._clients.discard(client)
            self._selector.unregister(client.sock)
        client.is_gone = True
        client.sock.close()
        client.stream.close()

    def _quiet_clients(self) -> list[_Client]:
        since = time.monotonic() - QUIET
        return [client for client in self._clients if client.last_sign < since]


def _head(headers: Iterable[tuple[str, str]]) -> bytes:
    """The head of an answer that ends with its connection."""
    lines = ["HTTP/1.1 200 OK", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
