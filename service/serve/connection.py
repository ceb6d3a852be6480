"""A client's connection, and how far it has come."""

import time
from typing import Any

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.workers import gthread  # type: ignore[import-untyped]

from service.serve.arrival import Arrival
from service.serve.outgoing import outgoing
from service.serve.patience import PatientUnreader

# Seconds that a client has to send a request.
REQUEST_PATIENCE = 10.0
AT_ONCE = 64 * 1024


class Connection(gthread.TConn):  # type: ignore[misc]
    """One that was accepted.

    `arrival` is the request that comes in; `goes_on` says whether another may follow.
    """

    patience = REQUEST_PATIENCE
    is_long = False
    goes_on = False
    taken_over = False  # by the pusher, which has a descriptor of its own
    said_since = 0  # bytes, since we said goodbye

    def __init__(self, cfg: Any, sock: Any, client: Any, server: Any) -> None:
        super().__init__(cfg, outgoing(sock), client, server)
        self.arrival = Arrival()

    def take_in(self) -> bool:
        """Add what has come to the arrival; False if the client is gone."""
        data = self.receive()
        self.arrival.add(data or b"")
        return data != b""

    def receive(self) -> bytes | None:
        """What has come: None if nothing has, no bytes if nothing ever will."""
        try:
            data: bytes = self.sock.recv(AT_ONCE)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        return data

    def init(self) -> None:
        if not self.initialized:
            super().init()
            self.parser.unreader = PatientUnreader(self.sock, self.patience)

    def give_to_parser(self) -> None:
        """Let the parser begin with what has arrived."""
        self.init()
        self.parser.unreader.expect_request()
        self.parser.unreader.unread(bytes(self.arrival.data))
        self.arrival = Arrival()

    def take_from_parser(self) -> bool:
        """Let the next request begin with what the parser has read too much.

        Returns whether there was anything.
        """
        data = self.parser.unreader.take_buffered()
        self.arrival.add(data)
        return bool(data)

    def keep(self, seconds: float) -> None:
        """Give the client so much time for its next request."""
        self.timeout = time.monotonic() + seconds

    def close(self, graceful: bool = False) -> None:
        """At once: it is the main loop that calls this."""
        del graceful
        util.close(self.sock)
