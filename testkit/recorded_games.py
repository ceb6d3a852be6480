"""What clients know of their games: all that they sent, and how it was answered."""

import random
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from testkit.http_client import Response, request

NAMES = ("Ana", "Rui", "Eva", "Gil")


class NewGame(NamedTuple):
    """A game to be created."""

    players: int = 2
    board: str = "colored"

    @property
    def body(self) -> dict[str, Any]:
        players = [{"name": name} for name in NAMES[: self.players]]
        return {"players": players, "board": self.board}


class Acknowledged(NamedTuple):
    """A version that a client got in response to the request with `key`."""

    key: str
    body: bytes


class SeatCommand(NamedTuple):
    """A command of a seat: the last part of its path, and its body."""

    seat: int
    path: str
    body: dict[str, Any]


@dataclass
class RecordedGame:
    """One game as its clients know it: `state` is the newest that they saw.

    `keys` are those of all requests that were sent, answered or not; `acknowledged`
    is what was answered, by version.
    """

    id: str
    tokens: list[str]
    state: dict[str, Any]
    keys: set[str]
    acknowledged: dict[int, Acknowledged] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def is_over(self) -> bool:
        return bool(self.state["status"] == "finished")

    def request(
        self, command: SeatCommand, key: str, version: int | None = None
    ) -> bytes:
        """The request for `command`, which is recorded as sent."""
        self.keys.add(key)
        path = f"{self.path}/{command.path}"
        token = self.tokens[command.seat]
        return request(
            "POST", path, command.body, token=token, key=key, version=version
        )

    def record(self, key: str, response: Response) -> None:
        """Remember what a successful response said.

        Raises AssertionError if another response said something else of that version.
        """
        new = Acknowledged(key, response.body)
        body = response.json
        version = body["version"]
        assert self.acknowledged.setdefault(version, new) == new, (
            f"game {self.id}: two different responses said version {version}"
        )
        if version > self.state["version"]:
            self.state = body["game"]


def recorded_creation(key: str, response: Response) -> RecordedGame:
    """The game that `response` says was created."""
    created = response.json
    state = created["game"]
    tokens = [seat["token"] for seat in created["seats"]]
    acknowledged = {1: Acknowledged(key, response.body)}
    return RecordedGame(state["id"], tokens, state, {key}, acknowledged)


def legal_commands(state: dict[str, Any]) -> list[SeatCommand]:
    """Every command that a state allows."""
    seat = state["current_seat"]
    takes = [SeatCommand(seat, "take-tiles", move) for move in state["legal_moves"]]
    places = [
        SeatCommand(
            place["seat"], "place-tile", {"line": place["line"], "column": column}
        )
        for place in state["legal_placements"]
        for column in place["columns"]
    ]
    return takes + places


def new_key(choice: random.Random) -> str:
    """A new idempotency key."""
    return str(UUID(int=choice.getrandbits(128)))
