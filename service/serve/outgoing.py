"""A client's socket on which an answer never waits for the client to read."""

import socket
from typing import Any


class Outgoing(socket.socket):
    """What a client does not take at once is kept in `unsent`, for later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unsent = bytearray()

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send as much as can be sent now. Raises OSError if the client is gone."""
        self.unsent += data
        self.send_more(flags)

    def send_more(self, flags: int = 0) -> None:
        """Send more of what is unsent. Raises OSError if the client is gone."""
        while self.unsent:
            try:
                sent = self.send(self.unsent, flags | socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            del self.unsent[:sent]


def outgoing(sock: socket.socket) -> Outgoing:
    """The same connection; `sock` itself must not be used any more."""
    return Outgoing(fileno=sock.detach())
