"""All connections of a worker, in the order in which one of them can be spared."""

from typing import Protocol


class Connection(Protocol):
    """A client's connection, which can be closed at any time.

    `is_answering` says whether a whole request has come in that is not answered yet.
    """

    is_answering: bool

    def evict(self) -> None: ...


class Connections:
    """At most `most` connections; those whose client keeps us waiting can be evicted,
    the one that has done so for longest first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[Connection] = set()
        # A dict keeps its order: whoever waits anew goes to the end.
        self._waiting: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= self._most

    def add(self, client: Connection) -> None:
        """A new connection, whose client has said nothing yet."""
        self._open.add(client)
        self._waiting[client] = None

    def set_waiting(self, client: Connection) -> None:
        """It is the client's turn from now on."""
        self._waiting.pop(client, None)
        if client in self._open:
            self._waiting[client] = None

    def set_busy(self, client: Connection) -> None:
        """It is the service's turn."""
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
        """Close all connections on which no request has come in as a whole."""
        for client in list(self._waiting):
            if not client.is_answering:
                client.evict()
