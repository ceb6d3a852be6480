"""A plain HTTP client that says so when no answer comes."""

import contextlib
import json
import socket
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

HEAD_END = b"\r\n\r\n"
PATIENCE = 10.0
"""Seconds after which no answer is expected any more."""


class NoAnswer(Exception):
    """The connection ended, or nothing came: what was asked may have been done."""


class Answer(NamedTuple):
    """An HTTP response; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    raw: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The problem's code; empty for a success."""
        return "" if self.status < 400 else str(self.json["code"])

    @property
    def replayed(self) -> bool:
        return "idempotency-replayed" in self.headers


def request(  # noqa: PLR0913 -- what a request can hold
    method: str,
    path: str,
    body: object = None,
    *,
    token: str | None = None,
    key: str | None = None,
    version: int | None = None,
) -> bytes:
    """A request's bytes; `version` is sent as If-Match."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    data = b"" if body is None else json.dumps(body).encode()
    if data:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if key is not None:
        lines.append(f"Idempotency-Key: {key}")
    if version is not None:
        lines.append(f'If-Match: "{version}"')
    return "\r\n".join([*lines, "", ""]).encode() + data


class Client:
    """One connection, opened when needed and kept as long as it holds.

    `statuses` counts the answers, 0 where there was none; `longest` is the time of the
    one that took longest, in seconds.
    """

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self._port = port
        self._patience = patience
        self._connection: socket.socket | None = None
        self.forget()

    def forget(self) -> None:
        """Count and time from now on."""
        self.statuses: Counter[int] = Counter()
        self.longest = 0.0

    def ask(self, raw: bytes) -> Answer:
        """Send a request and wait for its answer. Raises `NoAnswer`."""
        begin = time.monotonic()
        status = 0
        try:
            answer = self._ask(raw)
            status = answer.status
        finally:
            self.statuses[status] += 1
            self.longest = max(self.longest, time.monotonic() - begin)
        return answer

    def _ask(self, raw: bytes) -> Answer:
        try:
            connection = self._connected()
            connection.sendall(raw)
            answer = Incoming(connection).answer()
        except OSError as error:
            self.close()
            raise NoAnswer(str(error)) from error
        if answer.headers.get("connection") == "close":
            self.close()
        return answer

    def get(self, path: str) -> Answer:
        return self.ask(request("GET", path))

    def _connected(self) -> socket.socket:
        if self._connection is None:
            address = ("127.0.0.1", self._port)
            self._connection = socket.create_connection(address, self._patience)
        return self._connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the next question opens a new connection."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.close()
        self._connection = None


def ask(port: int, raw: bytes, patience: float = PATIENCE) -> Answer:
    """Send a request on a connection of its own. Raises `NoAnswer`."""
    with Client(port, patience) as client:
        return client.ask(raw)


class Incoming:
    """The messages that come in on a connection, one after the other."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._unread = b""

    def answer(self) -> Answer:
        """The next answer. Raises OSError."""
        raw, head = self._message()
        body = raw[raw.index(HEAD_END) + len(HEAD_END) :]
        return Answer(int(head[0].split(" ", 2)[1]), _headers(head), body, raw)

    def request(self) -> bytes:
        """The next request. Raises OSError."""
        raw, _ = self._message()
        return raw

    def _message(self) -> tuple[bytes, list[str]]:
        """All of a message, whose body is as long as its Content-Length says, and its
        first line and headers.
        """
        while HEAD_END not in self._unread:
            self._receive()
        start = self._unread.index(HEAD_END) + len(HEAD_END)
        head = self._unread[:start].decode("latin-1").split("\r\n")
        end = start + int(_headers(head).get("content-length", "0"))
        while len(self._unread) < end:
            self._receive()
        raw, self._unread = self._unread[:end], self._unread[end:]
        return raw, head

    def _receive(self) -> None:
        received = self._connection.recv(1 << 16)
        if not received:
            raise ConnectionError("the connection was closed")
        self._unread += received


def _headers(head: list[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in head[1:])
    return {name.lower(): value.strip() for name, _, value in pairs if name}
