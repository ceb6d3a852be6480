"""Players who do not give up: what is not answered is sent again, with the same key."""

import random
import time
from collections import Counter
from threading import Event, Thread
from typing import Self

from testkit.http_client import Client, NoResponse, Response, request
from testkit.recorded_games import Order, Story, begun, new_key, wishes

DEADLINE = 60.0
"""Seconds after which a player does give up: the service has not recovered."""
BEAT = 0.02
"""Seconds between two tries."""
BOARDS = ("colored", "gray", "crystal_1", "crystal_2")


class GaveUp(Exception):
    """A request was never answered."""


def insist(client: Client, raw: bytes, deadline: float = DEADLINE) -> Response:
    """Send a request until it is answered by something else than 503.

    Raises `GaveUp`.
    """
    end = time.monotonic() + deadline
    seen = "nothing was answered"
    while time.monotonic() < end:
        try:
            answer = client.send(raw)
        except NoResponse as error:
            seen = str(error)
        else:
            if answer.status != 503:
                return answer
            seen = answer.body.decode()
        time.sleep(BEAT)
    raise GaveUp(seen)


def create(client: Client, order: Order, choice: random.Random) -> Story:
    """A new game."""
    key = new_key(choice)
    answer = insist(client, request("POST", "/v1/games", order.body, key=key))
    assert answer.status == 201, answer.body
    return begun(key, answer)


class Table:
    """One game after the other, played alone for all seats.

    `begun` and `answered` are when the last answered request was first sent and when
    its answer came (monotonic seconds); `waited` is the longest time between the two.
    """

    def __init__(self, port: int, order: Order, seed: str) -> None:
        self.client = Client(port)
        self.stories: list[Story] = []
        self.begun = self.answered = self.waited = 0.0
        self._order = order
        self._choice = random.Random(seed)  # noqa: S311 -- a repeatable choice is wanted

    def step(self) -> None:
        """Begin a game, or play one command of it that is legal."""
        begin = time.monotonic()
        if not self.stories or self.stories[-1].is_over:
            self.stories.append(create(self.client, self._order, self._choice))
        else:
            self._command(self.stories[-1])
        self.begun, self.answered = begin, time.monotonic()
        self.waited = max(self.waited, self.answered - begin)

    def _command(self, story: Story) -> None:
        key = new_key(self._choice)
        wish = self._choice.choice(wishes(story.game))
        answer = insist(self.client, story.command(wish, key))
        assert answer.status == 200, answer.body
        story.note(key, answer)


class Crowd:
    """Tables that play all at once while the block lasts, on all boards.

    Each pauses for `pause` seconds between two commands.
    """

    def __init__(self, port: int, tables: int, seed: str = "") -> None:
        self.tables = [
            Table(port, Order(2 + n % 3, BOARDS[n % 4]), f"{seed} {n}")
            for n in range(tables)
        ]
        self.port = port
        self.pause = 0.0
        self._failures: list[BaseException] = []
        self._stop = Event()
        self._threads = [
            Thread(target=self._play, args=[table], daemon=True)
            for table in self.tables
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(DEADLINE + 10)

    def _play(self, table: Table) -> None:
        try:
            with table.client:
                while not self._stop.wait(self.pause):
                    table.step()
        except BaseException as error:  # noqa: BLE001 -- told by `check`
            self._failures.append(error)

    def check(self) -> None:
        """Raise what ended a player before time, if anything did."""
        if self._failures:
            raise self._failures[0]

    @property
    def stories(self) -> list[Story]:
        return [story for table in self.tables for story in table.stories]

    def forget(self) -> None:
        """Count and time answers from now on."""
        for table in self.tables:
            table.client.reset_statistics()
            table.waited = 0.0

    @property
    def statuses(self) -> Counter[int]:
        """How many answers had which status; 0 is none."""
        return sum((table.client.statuses for table in self.tables), Counter())

    @property
    def longest(self) -> float:
        """How many seconds the answer took that took longest."""
        return max(table.client.longest for table in self.tables)

    @property
    def waited(self) -> float:
        """How many seconds a player waited at most, with all that was sent again."""
        return max(table.waited for table in self.tables)

    def all_answered_since(self, moment: float) -> float:
        """Wait until every table was answered a request that it began after `moment`
        (monotonic seconds). Returns how many seconds after it the last one was.
        """
        answered: dict[Table, float] = {}
        while len(answered) < len(self.tables):
            self.check()
            for table in self.tables:
                if table not in answered and table.begun > moment:
                    answered[table] = table.answered
            time.sleep(0.002)
        return max(answered.values()) - moment
