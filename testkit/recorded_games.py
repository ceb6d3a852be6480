"""What clients know of their games: all that they sent, and what they were told."""

import random
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from testkit.http_client import Response, request

NAMES = ("Ana", "Rui", "Eva", "Gil")


class Order(NamedTuple):
    """A game to be created."""

    players: int = 2
    board: str = "colored"

    @property
    def body(self) -> dict[str, Any]:
        players = [{"name": name} for name in NAMES[: self.players]]
        return {"players": players, "board": self.board}


class Acknowledged(NamedTuple):
    """A version that a client was told of, in answer to the request with `key`."""

    key: str
    body: bytes


@dataclass
class Story:
    """One game as its clients know it.

    `keys` are those of all requests that were sent, answered or not; `acknowledged`
    is what was answered, by version.
    """

    id: str
    tokens: list[str]
    game: dict[str, Any]
    keys: set[str]
    acknowledged: dict[int, Acknowledged] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def is_over(self) -> bool:
        return bool(self.game["status"] == "finished")

    def command(self, wish: "Wish", key: str, version: int | None = None) -> bytes:
        """The request for `wish`, which is noted as sent."""
        self.keys.add(key)
        path = f"{self.path}/{wish.path}"
        token = self.tokens[wish.seat]
        return request("POST", path, wish.body, token=token, key=key, version=version)

    def note(self, key: str, answer: Response) -> None:
        """Remember what a successful answer told.

        Raises AssertionError if another answer told something else of that version.
        """
        told = Acknowledged(key, answer.body)
        body = answer.json
        version = body["version"]
        assert self.acknowledged.setdefault(version, told) == told, (
            f"game {self.id}: version {version} was told twice, and differently"
        )
        if version > self.game["version"]:
            self.game = body["game"]


def begun(key: str, answer: Response) -> Story:
    """The story of the game that `answer` says was created."""
    created = answer.json
    game = created["game"]
    tokens = [seat["token"] for seat in created["seats"]]
    told = {1: Acknowledged(key, answer.body)}
    return Story(game["id"], tokens, game, {key}, told)


class Wish(NamedTuple):
    """A command that a seat may want carried out."""

    seat: int
    path: str
    body: dict[str, Any]


def wishes(game: dict[str, Any]) -> list[Wish]:
    """Every command that a state allows."""
    seat = game["current_seat"]
    takes = [Wish(seat, "take-tiles", move) for move in game["legal_moves"]]
    places = [
        Wish(place["seat"], "place-tile", {"line": place["line"], "column": column})
        for place in game["legal_placements"]
        for column in place["columns"]
    ]
    return takes + places


def new_key(choice: random.Random) -> str:
    """A new idempotency key."""
    return str(UUID(int=choice.getrandbits(128)))
