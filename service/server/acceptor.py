"""Accepting new connections; at the limit the longest-waiting one is evicted."""

import errno
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import gevent

from service.server.connections import Connections

log = logging.getLogger(__name__)

SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
LISTENER_FAULTS = (errno.EBADF, errno.EINVAL, errno.ENOTSOCK)
RETRY_DELAY = 0.05
"""Seconds until the next attempt where no connection can be evicted."""
WARNING_INTERVAL = 10.0
"""Seconds between two warnings of a shortage that goes on."""


class Acceptor:
    """Calls `handle` with each new connection's socket and address."""

    def __init__(
        self,
        listener: Any,
        connections: Connections,
        handle: Callable[[Any, Any], None],
    ) -> None:
        self._listener = listener
        self._connections = connections
        self._handle = handle
        self._is_closed = False
        self._next_warning = 0.0

    def run(self) -> None:
        """Accept until `close` is called. Raises OSError if the listener is broken."""
        while not self._is_closed:
            if self._connections.is_full and not self._connections.evict():
                gevent.sleep(RETRY_DELAY)
                continue
            try:
                self._accept()
            except OSError as error:
                if not self._is_closed:
                    self._recover(error)
            gevent.sleep(0)  # requests of accepted connections go first

    def close(self) -> None:
        """Accept the connections that are queued, then refuse all others."""
        self._is_closed = True
        self._listener.settimeout(0)
        try:
            while not self._connections.is_full:
                self._accept()
        except OSError:  # none is left
            pass
        finally:
            self._listener.close()

    def _accept(self) -> None:
        sock, address = self._listener.accept()
        self._handle(sock, address)

    def _recover(self, error: OSError) -> None:
        if error.errno in LISTENER_FAULTS:
            raise error
        if error.errno in SHORTAGES:
            self._warn(error)
            gevent.sleep(0.001 if self._connections.evict() else RETRY_DELAY)

    def _warn(self, error: OSError) -> None:
        if time.monotonic() >= self._next_warning:
            self._next_warning = time.monotonic() + WARNING_INTERVAL
            log.warning("cannot take a connection: %s", error)


class ListenerAddress(NamedTuple):
    """What gunicorn asks a listener for each connection; it may be closed by then."""

    address: Any

    def getsockname(self) -> Any:
        return self.address
