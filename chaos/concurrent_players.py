"""Players of many games at once, who send again what is not answered."""

import random
import time
from collections import Counter
from threading import Event, Thread
from typing import Self

from service.rules import BOARDS
from testkit.http_client import Client
from testkit.recorded_games import NewGame, RecordedGame, legal_commands, new_key
from testkit.retrying import TIMEOUT, create_game, retry_until_answered


def varied_games(number: int) -> list[NewGame]:
    """Games to be created: all boards in turn, for 2 to 4 players."""
    boards = list(BOARDS)
    return [NewGame(2 + n % 3, boards[n % len(boards)]) for n in range(number)]


class Player:
    """Plays one game after the other, for all seats of it.

    `sent_at` and `answered_at` are when the last answered request was first sent and
    when its answer came (monotonic seconds); `longest_wait` is the longest time between
    the two.
    """

    def __init__(self, port: int, new_game: NewGame, seed: str) -> None:
        self.client = Client(port)
        self.games: list[RecordedGame] = []
        self.sent_at = self.answered_at = self.longest_wait = 0.0
        self._new_game = new_game
        self._choice = random.Random(seed)  # noqa: S311 -- a repeatable choice is wanted

    def step(self) -> None:
        """Create a game, or play one command of it that is legal."""
        sent_at = time.monotonic()
        if not self.games or self.games[-1].is_over:
            game = create_game(self.client, self._new_game, self._choice)
            self.games.append(game)
        else:
            self._play(self.games[-1])
        self.sent_at, self.answered_at = sent_at, time.monotonic()
        self.longest_wait = max(self.longest_wait, self.answered_at - sent_at)

    def _play(self, game: RecordedGame) -> None:
        key = new_key(self._choice)
        command = self._choice.choice(legal_commands(game.state))
        response = retry_until_answered(self.client, game.request(command, key))
        assert response.status == 200, response.body
        game.record(key, response)


class ConcurrentPlayers:
    """Players who all play at once while the block lasts, on all boards.

    Each pauses for `pause` seconds between two commands.
    """

    def __init__(self, port: int, number: int, seed: str = "") -> None:
        self._players = [
            Player(port, new_game, f"{seed} {n}")
            for n, new_game in enumerate(varied_games(number))
        ]
        self.port = port
        self.pause = 0.0
        self._failures: list[BaseException] = []
        self._stop = Event()
        self._threads = [
            Thread(target=self._run, args=[player], daemon=True)
            for player in self._players
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(TIMEOUT + 10)

    def _run(self, player: Player) -> None:
        try:
            with player.client:
                while not self._stop.wait(self.pause):
                    player.step()
        except BaseException as error:  # noqa: BLE001 -- raised by `check`
            self._failures.append(error)

    def check(self) -> None:
        """Raise the first error that ended a player early, if there was one."""
        if self._failures:
            raise self._failures[0]

    @property
    def games(self) -> list[RecordedGame]:
        return [game for player in self._players for game in player.games]

    def reset_statistics(self) -> None:
        """Count and time responses from now on."""
        for player in self._players:
            player.client.reset_statistics()
            player.longest_wait = 0.0

    @property
    def statuses(self) -> Counter[int]:
        """How many responses had which status; 0 is none."""
        return sum((player.client.statuses for player in self._players), Counter())

    @property
    def longest_response(self) -> float:
        """How many seconds the slowest response took."""
        return max(player.client.longest for player in self._players)

    @property
    def longest_wait(self) -> float:
        """How many seconds a player waited at most, all retries included."""
        return max(player.longest_wait for player in self._players)

    def all_answered_since(self, moment: float) -> float:
        """Wait until every player was answered a request first sent after `moment`
        (monotonic seconds). Returns how many seconds after it the last one was.
        """
        answered: dict[Player, float] = {}
        while len(answered) < len(self._players):
            self.check()
            for player in self._players:
                if player not in answered and player.sent_at > moment:
                    answered[player] = player.answered_at
            time.sleep(0.002)
        return max(answered.values()) - moment
