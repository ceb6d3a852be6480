"""Games on a running service, and the requests that read and play them."""

import json
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from benchmarks.play import Played, play
from testkit.http_client import Client, request


@dataclass(slots=True)
class OpenGame:
    """The requests that read a game and play it, `done` of which were answered."""

    path: str
    read: bytes
    moves: list[bytes]
    done: int = 0

    @property
    def left(self) -> list[bytes]:
        return self.moves[self.done :]


class SeededGames:
    """`tables` games at a time on the service at a port of this machine.

    From the start they are in all stages, from the first turn to the last. When a
    game is over, its table begins another.
    """

    def __init__(self, port: int, tables: int) -> None:
        self._client = Client(port)
        self._seeds = count()
        self._tables = [[self._new_game()] for _ in range(tables)]
        for number, (game,) in enumerate(self._tables):
            game.done = len(game.moves) * number // tables
            for move in game.moves[: game.done]:
                self._send(move)

    def close(self) -> None:
        """End the connection."""
        self._client.close()

    def reads(self) -> list[bytes]:
        """A read of the game at each table."""
        return [games[0].read for games in self._tables]

    def answer_size(self) -> int:
        """The bytes of the median answer to a read."""
        sizes = sorted(len(self._send(read)) for read in self.reads())
        return sizes[len(sizes) // 2]

    def moves(self, number: int) -> list[bytes]:
        """At least `number` moves that are legal in this order, each table in turn.

        So a move is answered long before the next one of its game is sent.
        """
        for games in self._tables:
            while sum(len(game.left) for game in games) * len(self._tables) < number:
                games.append(self._new_game())
        queues = [chain(*(game.left for game in games)) for games in self._tables]
        return list(chain(*zip(*queues, strict=False)))

    def settle(self) -> None:
        """Read which moves were made: a load ends while some are under way."""
        for table, games in enumerate(self._tables):
            for game in games:
                game.done = json.loads(self._send(game.read))["version"] - 1
            unfinished = [game for game in games if game.left]
            self._tables[table] = unfinished or [self._new_game()]

    def _new_game(self) -> OpenGame:
        return _begin(self._client, f"site {next(self._seeds)}")

    def _send(self, raw: bytes) -> bytes:
        return _send(self._client, raw)


def new_game(port: int, seed: str) -> OpenGame:
    """A game on the service at `port`, at its first turn."""
    with Client(port) as client:
        return _begin(client, seed)


def _begin(client: Client, seed: str) -> OpenGame:
    played = play(2, seed)
    created = json.loads(_send(client, _creation(played)))
    path = f"/v1/games/{created['game']['id']}"
    moves = _moves(path, created["seats"], played)
    return OpenGame(path, request("GET", path), moves)


def _send(client: Client, raw: bytes) -> bytes:
    response = client.send(raw)
    if response.status not in (200, 201):
        shown = f"{response.status} {response.body.decode()} to {raw.decode()}"
        raise RuntimeError(shown)
    return response.body


def _creation(played: Played) -> bytes:
    players = [{"name": name} for name in played.names]
    body = {"players": players, "starting_seat": 0, "seed": played.seed}
    return request("POST", "/v1/games", body)


def _moves(path: str, seats: list[dict[str, Any]], played: Played) -> list[bytes]:
    moves = []
    for seat, display, color, line, _ in played.moves:
        body = {"display": display, "color": color, "line": line}
        token = seats[seat]["token"]
        moves.append(request("POST", f"{path}/take-tiles", body, token=token))
    return moves
