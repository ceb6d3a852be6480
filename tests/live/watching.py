"""Watchers of streams, as an app on a bad network is one."""

import json
import socket
from dataclasses import dataclass
from typing import Any, Self
from urllib.request import Request, urlopen

PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class Message:
    """An event of a stream; `id` is a version."""

    id: int
    event: str
    data: dict[str, Any]


class Watcher:
    """One connection to a stream, read message by message."""

    def __init__(self, port: int, path: str, last: int | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        lines = [f"GET {path} HTTP/1.1", "Host: localhost"]
        if last is not None:
            lines.append(f"Last-Event-ID: {last}")
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
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

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        url = f"http://127.0.0.1:{self.port}{path}"
        with urlopen(Request(url, data, headers), timeout=PATIENCE) as answer:
            return json.load(answer)

    def move(self) -> int:
        """Make a move; the version that it made."""
        move = self.game["legal_moves"][0]
        token = self.tokens[self.game["current_seat"]]
        self.game = self.ask(f"{self.path}/take-tiles", move, token)["game"]
        return self.version

    def finish(self) -> None:
        while not self.game["result"]:
            self.move()
