"""Streams without a greenlet for each: one greenlet writes to all of them.

A stream that is waited for costs a greenlet and all that its request has brought with
it. Here it is a socket and a few objects; what is written to many is built once.
"""

import logging
import socket
import time
from collections import deque
from collections.abc import Callable
from email.utils import formatdate
from functools import partial
from typing import Any, Final

import gevent
from gevent.event import Event
from gevent.monkey import get_original

from service.api.sse import KEEP_ALIVE, KEEP_ALIVE_INTERVAL, EventStream
from service.server.turns import let_others_run

log = logging.getLogger(__name__)

MAX_UNSENT_BYTES: Final = 1 << 20
"""Bytes of messages that may wait for a slow client; a slower one is disconnected."""
BATCH: Final = 25
"""Watchers that are written to before other greenlets run."""
MAX_STALL: Final = 30.0
"""Seconds for which a client may read nothing of what waits for it."""
CHECK_INTERVAL: Final = 1.0
"""Seconds between checks for watchers to which nothing was written for long, and for
those that do not read."""

_READ: Final = 1
_WRITE: Final = 2
# gevent's own sockets are larger, since they can wait; these never do.
_Socket: type[socket.socket] = get_original("socket", "socket")


class _StreamClient:
    """A watcher's connection, and what is still to be sent to it."""

    __slots__ = (
        "events",
        "is_gone",
        "is_lost",
        "last_read",
        "last_sent",
        "max_unsent",
        "on_event",
        "sock",
        "stream",
        "unsent",
    )

    def __init__(self, sock: socket.socket, stream: EventStream) -> None:
        self.sock = sock
        self.stream = stream
        self.unsent = b""
        self.max_unsent = MAX_UNSENT_BYTES
        self.last_sent = 0.0
        self.last_read = 0.0
        self.is_lost = False
        self.is_gone = False
        self.events = 0
        self.on_event: Any = None

    @property
    def is_done(self) -> bool:
        return self.stream.is_over and not self.unsent

    def begin(self) -> None:
        """Send the head and the beginning, which may be long. Raises OSError."""
        data = _head(self.stream.headers) + self.stream.begin()
        self.stream.headers = []
        self.max_unsent += len(data)
        self.send(data)

    def publish(self) -> None:
        """Send new messages. Raises OSError."""
        self.send(self.stream.fetch())

    def send_keep_alive(self) -> None:
        """Send a comment. Raises OSError."""
        self.send(KEEP_ALIVE)

    def send(self, data: bytes = b"") -> None:
        """Send what can be sent without waiting, of this and before. Raises OSError."""
        now = time.monotonic()
        if not self.unsent:
            self.last_read = now
        data = self.unsent + data if self.unsent else data
        if not data:
            return
        self.last_sent = now
        try:
            sent = self.sock.send(data)
            self.last_read = now
        except BlockingIOError:
            sent = 0
        self.unsent = data[sent:]
        if len(self.unsent) > self.max_unsent:
            raise TimeoutError("the client does not read")

    def receive(self) -> None:
        """Discard what the client sends. Raises OSError if it is gone."""
        try:
            if not self.sock.recv(1 << 12):
                raise ConnectionResetError("the client is gone")
        except BlockingIOError:
            pass


class Publisher:
    """Writes to the watchers of this process; `run` must run in a greenlet."""

    def __init__(self) -> None:
        self._watchers: dict[_StreamClient, None] = {}
        self._ready: deque[_StreamClient] = deque()
        self._is_ready = Event()

    def __len__(self) -> int:
        return len(self._watchers)

    def add(self, descriptor: int, stream: EventStream) -> None:
        """Answer a request by `stream`; its connection's descriptor is taken over."""
        watcher = _StreamClient(_Socket(fileno=descriptor), stream)
        watcher.sock.setblocking(False)
        self._watchers[watcher] = None
        self._run(watcher, _StreamClient.begin)
        stream.on_update(partial(self._notify, watcher))

    def run(self) -> None:
        """Write forever."""
        next_look = time.monotonic() + CHECK_INTERVAL
        while True:
            self._is_ready.wait(max(0, next_look - time.monotonic()))
            self._is_ready.clear()
            if self._ready:
                self._publish()
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + CHECK_INTERVAL
                self._check_all()

    def _publish(self) -> None:
        """Send what is new, in batches between which others run."""
        while True:
            for _ in range(min(BATCH, len(self._ready))):
                self._run(self._ready.popleft(), _StreamClient.publish)
            let_others_run()
            if not self._ready:
                return

    def _notify(self, watcher: _StreamClient) -> None:
        """Schedule the watcher: it has new messages. Called from any greenlet."""
        self._ready.append(watcher)
        self._is_ready.set()

    def _check_all(self) -> None:
        """Write to those that were not written to for long, and end those that do not
        read.
        """
        now = time.monotonic()
        written = 0
        for watcher in list(self._watchers):
            if watcher.unsent and watcher.last_read < now - MAX_STALL:
                watcher.is_lost = True
                self._notify(watcher)
            elif watcher.last_sent < now - KEEP_ALIVE_INTERVAL:
                self._run(watcher, _StreamClient.send_keep_alive)
                written += 1
                if written % BATCH == 0:
                    self._publish()

    def _on_event(self, watcher: _StreamClient) -> None:
        """The client is gone, sent something, or can receive more.

        Called by the event loop, which must not wait: not even for a lock, as closing
        a stream may.
        """
        try:
            watcher.receive()
            watcher.send()
        except OSError:
            watcher.is_lost = True
        if watcher.is_lost or watcher.is_done:
            self._forget(watcher)
            self._notify(watcher)
        else:
            self._listen(watcher)

    def _run(
        self, watcher: _StreamClient, action: Callable[[_StreamClient], None]
    ) -> None:
        """Run `action`; close the watcher on an error, or at the end of its stream."""
        if watcher.is_gone:
            return
        try:
            if not watcher.is_lost:
                action(watcher)
        except OSError:
            watcher.is_lost = True
        except Exception:
            log.exception("cannot go on with a stream")
            watcher.is_lost = True
        if watcher.is_lost or watcher.is_done:
            self._close(watcher)
        else:
            self._listen(watcher)

    def _listen(self, watcher: _StreamClient) -> None:
        """Have `_on_event` called by the event loop."""
        events = _READ | _WRITE if watcher.unsent else _READ
        if watcher.events != events:
            self._forget(watcher)
            watcher.events = events
            loop = gevent.get_hub().loop
            watcher.on_event = loop.io(watcher.sock.fileno(), events)
            watcher.on_event.start(self._on_event, watcher)

    def _forget(self, watcher: _StreamClient) -> None:
        if watcher.on_event is not None:
            watcher.on_event.stop()
            watcher.on_event.close()
            watcher.on_event = None

    def _close(self, watcher: _StreamClient) -> None:
        watcher.is_gone = True
        self._watchers.pop(watcher, None)
        self._forget(watcher)
        watcher.sock.close()
        watcher.stream.close()


def _head(headers: list[tuple[str, str]]) -> bytes:
    """The head of an answer that ends with its connection."""
    date = formatdate(usegmt=True)
    lines = ["HTTP/1.1 200 OK", f"Date: {date}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
