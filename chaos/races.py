"""Races: many clients, one turn. One entry comes of it, and the others are told so."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any, NamedTuple

from chaos.concurrent_games import create, insist
from testkit.http_client import Client, Response
from testkit.recorded_games import Order, Story, Wish, new_key, wishes

RIVALS = 8
"""Clients at each table."""


class Entrant(NamedTuple):
    """A request in a race: of what kind it is, under which key it runs, and for which
    version only, None for any.
    """

    kind: str
    wish: Wish
    version: int | None
    key: str
    raw: bytes


class Refusal(NamedTuple):
    """A command that was refused in a race which began at version `first`, and after
    which the game was at version `last`.
    """

    story: Story
    entrant: Entrant
    code: str
    first: int
    last: int


@dataclass
class Results:
    """What became of all requests: how many of each kind were told what."""

    told: Counter[tuple[str, str]] = field(default_factory=Counter)
    stories: list[Story] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def commands(self) -> int:
        return self.told.total()

    def __str__(self) -> str:
        lines = [f"{self.commands:,} raced commands"]
        for (kind, code), number in sorted(self.told.items()):
            lines.append(f"  {kind:15} {code or 'carried out':20} {number:7,}")
        return "\n".join([*lines, *self.faults[:5]])


class Table:
    """One game after the other, with `RIVALS` clients at each turn."""

    def __init__(self, port: int, order: Order, results: Results, seed: str) -> None:
        self._order = order
        self._results = results
        self._choice = random.Random(seed)  # noqa: S311 -- repeatable, not secret
        self._clients = [Client(port) for _ in range(RIVALS)]

    def run(self, is_enough: Callable[[], bool]) -> None:
        """Play games to their ends until it is enough."""
        with ThreadPoolExecutor(RIVALS) as crowd:
            while not is_enough():
                story = create(self._clients[0], self._order, self._choice)
                self._results.stories.append(story)
                while not (story.is_over or is_enough()):
                    if story.game["phase"] == "wall_tiling":
                        self._all_place(crowd, story)
                    else:
                        self._all_take(crowd, story)
        for client in self._clients:
            client.close()

    def _all_take(self, crowd: ThreadPoolExecutor, story: Story) -> None:
        entrants = self._entrants(story)
        start = Barrier(len(entrants))

        def enter(client: Client, entrant: Entrant) -> Response:
            start.wait()
            return insist(client, entrant.raw)

        version = story.game["version"]
        answers = list(crowd.map(enter, self._clients, entrants))
        self._judge(story, version, zip(entrants, answers, strict=True))

    def _entrants(self, story: Story) -> list[Entrant]:
        """Copies of one move, others of the same seat, and one of somebody else.

        In half of the races all of them are for this version only; in the others some
        would follow whatever comes first.
        """
        version, seat = story.game["version"], story.game["current_seat"]
        any_version = self._choice.choice([None, version])
        moves = [self._choice.choice(wishes(story.game)) for _ in range(4)]
        other = moves[3]._replace(seat=(seat + 1) % len(story.tokens))
        copy = self._entrant("copy", story, moves[0], any_version)
        entrants = [copy, copy, copy]
        entrants += [self._entrant("rival", story, move, version) for move in moves[1:]]
        entrants.append(self._entrant("late rival", story, moves[1], any_version))
        entrants.append(self._entrant("intruder", story, other, any_version))
        self._choice.shuffle(entrants)
        return entrants

    def _entrant(
        self, kind: str, story: Story, wish: Wish, version: int | None
    ) -> Entrant:
        key = new_key(self._choice)
        return Entrant(kind, wish, version, key, story.command(wish, key, version))

    def _judge(
        self, story: Story, first: int, outcomes: Iterable[tuple[Entrant, Response]]
    ) -> None:
        """Note what was told; of everything that was carried out somebody was told."""
        outcomes = list(outcomes)
        for entrant, answer in outcomes:
            self._results.told[entrant.kind, answer.code] += 1
            if answer.status == 200:
                story.note(entrant.key, answer)
        last = story.game["version"]
        new = {n: told for n, told in story.acknowledged.items() if n > first}
        asked = {entrant.key for entrant, _ in outcomes}
        if len(new) > 1 and all(entrant.version for entrant, _ in outcomes):
            self._fault(story, first, f"was followed by {sorted(new)}, not by one")
        if sorted(new) != list(range(first + 1, last + 1)) or last == first:
            self._fault(story, first, f"was followed by {sorted(new)}")
        if not {told.key for told in new.values()} <= asked:
            self._fault(story, first, "was followed by what nobody asked for")
        for entrant, answer in outcomes:
            if answer.code:
                refusal = Refusal(story, entrant, answer.code, first, last)
                self._results.refusals.append(refusal)

    def _fault(self, story: Story, version: int, what: str) -> None:
        self._results.faults.append(f"game {story.id}, version {version}: {what}")

    def _all_place(self, crowd: ThreadPoolExecutor, story: Story) -> None:
        """Every seat places its lines, one after the other, and waits for nobody."""
        seats = [place["seat"] for place in story.game["legal_placements"]]
        start = Barrier(len(seats))
        choices = [random.Random(self._choice.random()) for _ in seats]  # noqa: S311

        def place_all(
            client: Client, seat: int, choice: random.Random
        ) -> list[tuple[Entrant, Response]]:
            game, told = story.game, []
            start.wait()
            while wish := _placement(game, seat, choice):
                key = new_key(choice)
                raw = story.command(wish, key)
                entrant = Entrant("placement", wish, None, key, raw)
                answer = insist(client, entrant.raw)
                told.append((entrant, answer))
                if answer.status != 200:
                    break
                game = answer.json["game"]
            return told

        version = story.game["version"]
        told = crowd.map(place_all, self._clients, seats, choices)
        self._judge(story, version, [each for seat in told for each in seat])


def _placement(game: dict[str, Any], seat: int, choice: random.Random) -> Wish | None:
    mine = [wish for wish in wishes(game) if wish.seat == seat]
    is_tiling = game["phase"] == "wall_tiling"
    return choice.choice(mine) if is_tiling and mine else None


def race(port: int, *, tables: int, commands: int, seed: str = "") -> Results:
    """Race at so many tables at once, until so many commands were sent."""
    results = Results()
    boards = ("colored", "gray", "crystal_1", "crystal_2")

    def run(number: int) -> None:
        order = Order(2 + number % 3, boards[number % 4])
        table = Table(port, order, results, f"{seed} {number}")
        table.run(lambda: results.commands >= commands)

    with ThreadPoolExecutor(tables) as pool:
        list(pool.map(run, range(tables)))
    return results
