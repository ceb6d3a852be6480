"""All connections of a worker, and which of them to evict first."""

import time
from typing import Protocol


class Connection(Protocol):
    """A client's connection, which can be closed at any time.

    `is_answering` says whether a request's head has come in that is not answered yet,
    and `is_sending` whether the client is slow to read its answer.
    """

    is_answering: bool
    is_sending: bool

    def evict(self) -> None: ...


class Connections:
    """At most `most` connections; those that wait for their client can be evicted,
    the one that has done so for longest first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[Connection] = set()
        # A dict keeps its order: the connection that began to wait last is at the end.
        self._waiting: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= self._most

    def add(self, client: Connection) -> None:
        """Add a new connection, on which nothing has arrived yet."""
        self._open.add(client)
        self._waiting[client] = time.monotonic()

    def set_waiting(self, client: Connection) -> None:
        """The connection waits for its client from now on."""
        self._waiting.pop(client, None)
        if client in self._open:
            self._waiting[client] = time.monotonic()

    def set_busy(self, client: Connection) -> None:
        """The service works on a request of the connection."""
        self._waiting.pop(client, None)

    def remove(self, client: Connection) -> None:
        """The connection is closed; twice does no harm."""
        self._open.discard(client)
        self._waiting.pop(client, None)

    def evict(self) -> bool:
        """Close the connection that has waited longest for its client; False if none
        waits.
        """
        client = next(iter(self._waiting), None)
        if client is not None:
            client.evict()
        return client is not None

    def evict_idle(self, silence: float) -> None:
        """Close all connections without a request's head, and those on which nothing of
        a request's body has come for `silence` seconds.
        """
        before = time.monotonic() - silence
        for client, since in list(self._waiting.items()):
            is_silent = since < before and not client.is_sending
            if is_silent or not client.is_answering:
                client.evict()
