"""Connections on which it is the client's turn, without a thread for any of them."""

import math
import selectors
import time
from collections.abc import Callable
from functools import partial
from typing import Any


class Waiting:
    """Connections that wait for the same thing, for at most `patience` seconds; the
    one that has waited longest comes first.
    """

    def __init__(self, poller: selectors.BaseSelector, patience: float) -> None:
        self._poller = poller
        self._patience = patience
        self._deadlines: dict[Any, float] = {}

    def add(self, conn: Any, events: int, act: Callable[[Any], None]) -> None:
        """Let `conn` wait until one of `events` is there, then call `act` with it."""
        self._deadlines[conn] = time.monotonic() + self._patience
        conn.sock.setblocking(False)
        self._poller.register(conn.sock, events, partial(_call, act, conn))

    def remove(self, conn: Any) -> None:
        """`conn` waits no more."""
        del self._deadlines[conn]
        self._poller.unregister(conn.sock)

    def longest(self) -> Any | None:
        """The connection that has waited longest, if there is any."""
        return next(iter(self._deadlines), None)

    def since(self) -> float:
        """Since when that one waits (monotonic seconds); infinity if there is none."""
        conn = self.longest()
        return math.inf if conn is None else self._deadlines[conn] - self._patience

    def overdue(self) -> list[Any]:
        """Those whose time is over; they wait no more."""
        now = time.monotonic()
        found = []
        while (conn := self.longest()) is not None and self._deadlines[conn] <= now:
            self.remove(conn)
            found.append(conn)
        return found

    def hasten(self, deadline: float) -> None:
        """Let none wait beyond `deadline` (monotonic seconds)."""
        for conn, own in self._deadlines.items():
            self._deadlines[conn] = min(own, deadline)


def _call(act: Callable[[Any], None], conn: Any, _sock: object) -> None:
    act(conn)
