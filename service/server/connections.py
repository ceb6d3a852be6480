"""All connections of a worker, and which of them to evict first."""

from typing import Protocol


class Connection(Protocol):
    """A client's connection, which can be closed at any time.

    `is_answering` says whether a whole request has come in that is not answered yet.
    """

    is_answering: bool

    def evict(self) -> None: ...


class Connections:
    """At most `most` connections; those that wait for their client can be evicted,
    the one that has done so for longest first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[Connection] = set()
        # A dict keeps its order: the connection that began to wait last is at the end.
        self._waiting: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= self._most

    def add(self, client: Connection) -> None:
        """Add a new connection, on which nothing has arrived yet."""
        self._open.add(client)
        self._waiting[client] = None

    def set_waiting(self, client: Connection) -> None:
        """The connection waits for its client from now on."""
        self._waiting.pop(client, None)
        if client in self._open:
            self._waiting[client] = None

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

    def evict_idle(self) -> None:
        """Close all connections on which no complete request is being answered."""
        for client in list(self._waiting):
            if not client.is_answering:
                client.evict()
