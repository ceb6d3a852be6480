"""A proxy that loses replies, requests and connections when told to.

with Proxy(server.socket) as proxy:
    redis = connect(proxy.url, connections=4)
    proxy.lose_reply("EVALSHA")
    ...                                # carried out, but the answer never comes
    assert proxy.commands.count("EVALSHA") == 1
"""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import hiredis

_INCOMPLETE = object()


@dataclass
class _Fault:
    command: str
    countdown: int
    what: Literal["request", "reply"]
    silently: bool


class Proxy:
    """Stands before the server at the unix socket `upstream`, at `url` by TCP.

    `commands` are the names of all commands that reached the server, in order.
    """

    def __init__(self, upstream: Path) -> None:
        self.commands: list[str] = []
        self._upstream = str(upstream)
        self._faults: list[_Fault] = []
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._down = False
        self._delay = 0.0
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listener.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"

    def lose_reply(self, command: str, nth: int = 1, *, silently: bool = False) -> None:
        """Let the server carry out the `nth` such command from now; its reply is lost.

        The connection is cut, or, `silently`, stays open and says nothing more. "*"
        is any command but those that set a connection up.
        """
        self._faults.append(_Fault(command, nth, "reply", silently))

    def lose_request(self, command: str, nth: int = 1) -> None:
        """Cut the connection before the `nth` such command reaches the server."""
        self._faults.append(_Fault(command, nth, "request", silently=False))

    @contextlib.contextmanager
    def down(self) -> Iterator[None]:
        """Cut all connections, and every new one at once, while the block lasts."""
        self._down = True
        self.cut()
        try:
            yield
        finally:
            self._down = False

    @contextlib.contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Hold each reply back for so long while the block lasts."""
        self._delay = seconds
        try:
            yield
        finally:
            self._delay = 0.0

    def cut(self) -> None:
        """Cut all connections; new ones are welcome."""
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._down = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            with self._lock:
                self._open |= {client, server}
            try:
                if not self._down:
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    server.connect(self._upstream)
                    self._relay(client, server)
            except OSError:
                pass  # one side is gone; the other is closed now
            finally:
                with self._lock:
                    self._open -= {client, server}

    def _relay(self, client: socket.socket, server: socket.socket) -> None:
        """Command by command: each waits for the reply to the one before."""
        requests, replies = _reader(), _reader()
        while True:
            request, _ = _next(requests, client)
            name = request[0].decode().upper()
            fault = self._due_fault(name)
            if fault and fault.what == "request":
                return
            self.commands.append(name)
            server.sendall(hiredis.pack_command(tuple(request)))
            _, reply = _next(replies, server)
            if fault:
                while fault.silently and client.recv(4096):
                    pass
                return
            time.sleep(self._delay)
            client.sendall(reply)

    def _due_fault(self, name: str) -> _Fault | None:
        with self._lock:
            for fault in self._faults:
                if fault.command == name or (
                    fault.command == "*" and name not in ("HELLO", "CLIENT")
                ):
                    fault.countdown -= 1
            due = [fault for fault in self._faults if fault.countdown <= 0]
            self._faults = [fault for fault in self._faults if fault.countdown > 0]
        return due[0] if due else None


def _reader() -> Any:
    return hiredis.Reader(notEnoughData=_INCOMPLETE)


def _next(reader: Any, source: socket.socket) -> tuple[Any, bytes]:
    """The next message, and the bytes that were received for it."""
    received = b""
    while (message := reader.gets()) is _INCOMPLETE:
        chunk = source.recv(1 << 16)
        if not chunk:
            raise ConnectionResetError
        received += chunk
        reader.feed(chunk)
    return message, received
