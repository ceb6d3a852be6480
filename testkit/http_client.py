"""A plain HTTP client: requests as bytes, and an error if no response comes."""

import contextlib
import json
import socket
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

HEAD_END = b"\r\n\r\n"
TIMEOUT = 10.0
"""Seconds."""


class NoResponse(Exception):
    """The connection ended, or nothing came: what was asked may have been done."""


class Response(NamedTuple):
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
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """A request's bytes; `body` is sent as JSON, and `version` as If-Match."""
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
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode() + data


def connect(port: int, timeout: float = TIMEOUT) -> socket.socket:
    """A connection to a server on this machine."""
    return socket.create_connection(("127.0.0.1", port), timeout)


class Client:
    """One connection, opened when needed and kept as long as it holds.

    `statuses` counts the responses, 0 where there was none; `longest` is how many
    seconds the slowest one took.
    """

    def __init__(self, port: int, timeout: float = TIMEOUT) -> None:
        self._port = port
        self._timeout = timeout
        self._connection: socket.socket | None = None
        self.reset_statistics()

    def reset_statistics(self) -> None:
        """Count and time from now on."""
        self.statuses: Counter[int] = Counter()
        self.longest = 0.0

    def send(self, raw: bytes) -> Response:
        """Send a request and wait for its response. Raises `NoResponse`."""
        begin = time.monotonic()
        status = 0
        try:
            response = self._exchange(raw)
            status = response.status
        finally:
            self.statuses[status] += 1
            self.longest = max(self.longest, time.monotonic() - begin)
        return response

    def _exchange(self, raw: bytes) -> Response:
        try:
            connection = self._connected()
            connection.sendall(raw)
            response = MessageReader(connection).response()
        except OSError as error:
            self.close()
            raise NoResponse(str(error)) from error
        if response.headers.get("connection") == "close":
            self.close()
        return response

    def get(self, path: str) -> Response:
        return self.send(request("GET", path))

    def _connected(self) -> socket.socket:
        if self._connection is None:
            self._connection = connect(self._port, self._timeout)
        return self._connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.close()
        self._connection = None


def send(port: int, raw: bytes, timeout: float = TIMEOUT) -> Response:
    """Send a request on a connection of its own. Raises `NoResponse`."""
    with Client(port, timeout) as client:
        return client.send(raw)


class MessageReader:
    """The messages that come in on a connection, one after the other."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._unread = b""

    def response(self) -> Response:
        """The next response. Raises OSError."""
        raw, head = self._message()
        body = raw[raw.index(HEAD_END) + len(HEAD_END) :]
        return Response(int(head[0].split(" ", 2)[1]), _headers(head), body, raw)

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
