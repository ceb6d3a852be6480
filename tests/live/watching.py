"""Watchers of streams, as an app on a bad network is one."""

import json
from dataclasses import dataclass
from typing import Any, Self

from testkit.http_client import connect, request, send

TIMEOUT = 15.0


@dataclass(frozen=True, slots=True)
class Message:
    """An event of a stream; `id` is a version."""

    id: int
    event: str
    data: dict[str, Any]


class Watcher:
    """One connection to a stream, read message by message."""

    def __init__(self, port: int, path: str, last: int | None = None) -> None:
        self._socket = connect(port, TIMEOUT)
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        self._socket.sendall(request("GET", path, headers=headers))
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self._file.readline().strip().decode():
            name, _, value = line.partition(": ")
            self.headers[name.lower()] = value

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        self._file.close()
        self._socket.close()

    def problem(self) -> Any:
        """The body of an answer that is no stream."""
        return json.loads(self._file.read(int(self.headers["content-length"])))

    def block(self) -> list[str] | None:
        """The lines up to the next empty one; None at the end of the stream."""
        lines: list[str] = []
        while line := self._file.readline():
            if line == b"\n":
                return lines
            lines.append(line.decode().removesuffix("\n"))
        return None

    def next(self) -> Message | None:
        """The next message, without comments and the like; None at the end."""
        while (lines := self.block()) is not None:
            fields = dict(line.split(": ", 1) for line in lines if line[0] != ":")
            if "data" in fields:
                data = json.loads(fields["data"])
                return Message(int(fields["id"]), fields["event"], data)
        return None

    def rest(self) -> list[Message]:
        """All messages up to the end of the stream."""
        return list(iter(self.next, None))


class Table:
    """A game on a running service, played by its first legal moves."""

    def __init__(self, port: int, seed: str = "a1") -> None:
        self.port = port
        names = [{"name": "Ana"}, {"name": "Rui"}]
        made = self.ask("/v1/games", {"players": names, "seed": seed})
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.game = made["game"]
        self.path = f"/v1/games/{self.game['id']}"
        self.stream = f"{self.path}/stream"

    @property
    def version(self) -> int:
        return int(self.game["version"])

    def ask(self, path: str, body: Any = None, token: str | None = None) -> Any:
        method = "GET" if body is None else "POST"
        raw = request(method, path, body, token=token)
        response = send(self.port, raw, TIMEOUT)
        assert response.status in (200, 201), response.body
        return response.json

    def move(self) -> int:
        """Make a move; the version that it made."""
        move = self.game["legal_moves"][0]
        token = self.tokens[self.game["current_seat"]]
        self.game = self.ask(f"{self.path}/take-tiles", move, token)["game"]
        return self.version

    def finish(self) -> None:
        while not self.game["result"]:
            self.move()
