"""A proxy between clients and the service that loses answers when told to.

with HttpProxy(service.port) as proxy:
    proxy.lose_answers(1)
    ...                        # a request to proxy.port is carried out, unanswered
"""

import contextlib
import itertools
import socket
import threading
from collections.abc import Iterator
from typing import Self

from testkit.http_client import MessageReader


class HttpProxy:
    """Stands before the service at `upstream`, a port of this machine, at `port`."""

    def __init__(self, upstream: int) -> None:
        self.lost = 0
        self._upstream = upstream
        self._turns: Iterator[bool] = itertools.repeat(False)
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listener.getsockname()[1]

    def lose_answers(self, number: int) -> None:
        """Let the service answer the next requests, and their clients never know."""
        turns = itertools.repeat(True, number)
        with self._lock:
            self._turns = itertools.chain(turns, itertools.repeat(False))

    def lose_every_other_answer(self) -> None:
        """From now on, beginning with the next one."""
        with self._lock:
            self._turns = itertools.cycle([True, False])

    def lose_no_more(self) -> None:
        """From now on every answer arrives."""
        self.lose_answers(0)

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """Request by request, until one side closes or an answer is to be lost."""
        with client, contextlib.suppress(OSError):
            address = ("127.0.0.1", self._upstream)
            with socket.create_connection(address) as service:
                requests, answers = MessageReader(client), MessageReader(service)
                while True:
                    service.sendall(requests.request())
                    answer = answers.response()
                    if self._is_to_be_lost():
                        return
                    client.sendall(answer.raw)

    def _is_to_be_lost(self) -> bool:
        with self._lock:
            lost = next(self._turns)
            self.lost += lost
        return lost
