"""Races: of the commands that many clients send for one turn, one is carried out."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any, NamedTuple

from chaos.concurrent_players import varied_games
from testkit.http_client import Client, Response
from testkit.recorded_games import (
    NewGame,
    RecordedGame,
    SeatCommand,
    legal_commands,
    new_key,
)
from testkit.retrying import create_game, retry_until_answered

CLIENTS = 8
"""In each game."""


class RacedCommand(NamedTuple):
    """A request in a race: its kind, the only version that it is for (None for any),
    its key, and its bytes.
    """

    kind: str
    command: SeatCommand
    version: int | None
    key: str
    raw: bytes


class Refusal(NamedTuple):
    """A command that was refused in a race which began at version `first`, and after
    which the game was at version `last`.
    """

    game: RecordedGame
    raced: RacedCommand
    code: str
    first: int
    last: int


@dataclass
class Results:
    """How all requests were answered: how many of each kind with which code."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    games: list[RecordedGame] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def commands(self) -> int:
        return self.outcomes.total()

    def __str__(self) -> str:
        lines = [f"{self.commands:,} raced commands"]
        for (kind, code), number in sorted(self.outcomes.items()):
            lines.append(f"  {kind:15} {code or 'carried out':20} {number:7,}")
        return "\n".join([*lines, *self.faults[:5]])


class RacedTable:
    """One game after the other, with `CLIENTS` clients at each turn."""

    def __init__(
        self, port: int, new_game: NewGame, results: Results, seed: str
    ) -> None:
        self._new_game = new_game
        self._results = results
        self._choice = random.Random(seed)  # noqa: S311 -- repeatable, not secret
        self._clients = [Client(port) for _ in range(CLIENTS)]

    def run(self, is_enough: Callable[[], bool]) -> None:
        """Play whole games until `is_enough`."""
        with ThreadPoolExecutor(CLIENTS) as pool:
            while not is_enough():
                game = create_game(self._clients[0], self._new_game, self._choice)
                self._results.games.append(game)
                while not (game.is_over or is_enough()):
                    if game.state["phase"] == "wall_tiling":
                        self._all_place(pool, game)
                    else:
                        self._all_take(pool, game)
        for client in self._clients:
            client.close()

    def _all_take(self, pool: ThreadPoolExecutor, game: RecordedGame) -> None:
        commands = self._raced_commands(game)
        start = Barrier(len(commands))

        def enter(client: Client, raced: RacedCommand) -> Response:
            start.wait()
            return retry_until_answered(client, raced.raw)

        version = game.state["version"]
        responses = list(pool.map(enter, self._clients, commands))
        self._record(game, version, zip(commands, responses, strict=True))

    def _raced_commands(self, game: RecordedGame) -> list[RacedCommand]:
        """Copies of one move, others of the same seat, and one of another seat.

        In half of the races all of them are for this version only; in the others some
        may follow the one that comes first.
        """
        version, seat = game.state["version"], game.state["current_seat"]
        any_version = self._choice.choice([None, version])
        moves = [self._choice.choice(legal_commands(game.state)) for _ in range(4)]
        other = moves[3]._replace(seat=(seat + 1) % len(game.tokens))
        copy = self._raced("copy", game, moves[0], any_version)
        commands = [copy, copy, copy]
        commands += [
            self._raced("competing", game, move, version) for move in moves[1:]
        ]
        commands.append(self._raced("competing, late", game, moves[1], any_version))
        commands.append(self._raced("other seat", game, other, any_version))
        self._choice.shuffle(commands)
        return commands

    def _raced(
        self, kind: str, game: RecordedGame, command: SeatCommand, version: int | None
    ) -> RacedCommand:
        key = new_key(self._choice)
        return RacedCommand(
            kind, command, version, key, game.request(command, key, version)
        )

    def _record(
        self,
        game: RecordedGame,
        first: int,
        outcomes: Iterable[tuple[RacedCommand, Response]],
    ) -> None:
        """Note all responses; each entry must be the answer to one of the requests."""
        outcomes = list(outcomes)
        for raced, response in outcomes:
            self._results.outcomes[raced.kind, response.code] += 1
            if response.status == 200:
                game.record(raced.key, response)
        last = game.state["version"]
        acknowledged = game.acknowledged.items()
        new = {version: each for version, each in acknowledged if version > first}
        sent = {raced.key for raced, _ in outcomes}
        if len(new) > 1 and all(raced.version for raced, _ in outcomes):
            self._fault(game, first, f"was followed by {sorted(new)}, not by one")
        if sorted(new) != list(range(first + 1, last + 1)) or last == first:
            self._fault(game, first, f"was followed by {sorted(new)}")
        if not {each.key for each in new.values()} <= sent:
            self._fault(game, first, "was followed by an entry without a request")
        for raced, response in outcomes:
            if response.code:
                refusal = Refusal(game, raced, response.code, first, last)
                self._results.refusals.append(refusal)

    def _fault(self, game: RecordedGame, version: int, what: str) -> None:
        self._results.faults.append(f"game {game.id}, version {version}: {what}")

    def _all_place(self, pool: ThreadPoolExecutor, game: RecordedGame) -> None:
        """Every seat places its lines one after the other, all seats at once."""
        seats = [place["seat"] for place in game.state["legal_placements"]]
        start = Barrier(len(seats))
        choices = [random.Random(self._choice.random()) for _ in seats]  # noqa: S311

        def place_all(
            client: Client, seat: int, choice: random.Random
        ) -> list[tuple[RacedCommand, Response]]:
            state, outcomes = game.state, []
            start.wait()
            while command := _placement(state, seat, choice):
                key = new_key(choice)
                raw = game.request(command, key)
                raced = RacedCommand("placement", command, None, key, raw)
                response = retry_until_answered(client, raced.raw)
                outcomes.append((raced, response))
                if response.status != 200:
                    break
                state = response.json["game"]
            return outcomes

        version = game.state["version"]
        outcomes = pool.map(place_all, self._clients, seats, choices)
        self._record(game, version, [each for seat in outcomes for each in seat])


def _placement(
    state: dict[str, Any], seat: int, choice: random.Random
) -> SeatCommand | None:
    mine = [command for command in legal_commands(state) if command.seat == seat]
    is_tiling = state["phase"] == "wall_tiling"
    return choice.choice(mine) if is_tiling and mine else None


def race(port: int, *, tables: int, commands: int, seed: str = "") -> Results:
    """Race at `tables` tables at once, until `commands` commands were sent."""
    results = Results()

    def run(number: int, new_game: NewGame) -> None:
        table = RacedTable(port, new_game, results, f"{seed} {number}")
        table.run(lambda: results.commands >= commands)

    with ThreadPoolExecutor(tables) as pool:
        list(pool.map(run, range(tables), varied_games(tables)))
    return results
