"""Requests that wait for a game: they hold no slot, and end with their client."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from gevent.local import local

from service.games.errors import SubscriptionEnded
from service.server.client_connection import ClientConnection
from service.server.slots import released


class _Served(local):  # type: ignore[misc]
    """The connection that this greenlet serves."""

    connection: ClientConnection | None = None


_served = _Served()


@contextmanager
def served(connection: ClientConnection) -> Iterator[None]:
    """Within the block this greenlet serves `connection`."""
    _served.connection = connection
    try:
        yield
    finally:
        _served.connection = None


@contextmanager
def waiting() -> Iterator[None]:
    """What a request that waits is within: another may have its slot meanwhile.

    Raises `SubscriptionEnded` in the block if the client closes the connection, so that
    requests of clients that are gone take no place of others.
    """
    with ExitStack() as until_end:
        until_end.enter_context(released())
        if connection := _served.connection:
            gone = SubscriptionEnded("The client is gone.")
            until_end.enter_context(connection.ended_with_client(gone))
        yield
