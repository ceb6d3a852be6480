"""Live games: from a move to its watchers, and what a watcher costs."""

import time
from collections.abc import Iterator
from contextlib import closing

from benchmarks.figures import Aim, Figure
from benchmarks.http import service
from benchmarks.seeded_games import OpenGame, new_game
from benchmarks.stream_watchers import StreamWatchers
from benchmarks.timing import Effort
from testkit.gunicorn_server import Server
from testkit.http_client import Client, MessageReader, connect

MOVES = 500
"""Moves of a measurement, if the games last so long: of too few, the last in 100 is
chance.
"""
PACE = 0.02
"""Seconds between moves: 50 a second."""


def measure(effort: Effort) -> list[Figure]:
    """Delays to the watchers of many games and of one, memory, and times of reads."""
    rounds = [_round(effort.watchers) for _ in range(min(effort.rounds, 3))]
    aims = {
        "move to watcher, 200 watchers: ms, half": None,
        "move to watcher, 200 watchers: ms, 99 in 100": Aim("<", 50),
        "1,000 watchers of one game, the last: ms, half": None,
        "1,000 watchers of one game, the last: ms, worst": Aim("<", 60),
        "memory of a watcher: kB": None,
        "read without watchers: ms, half": None,
        "read beside 1,000 watchers: ms, half": None,
    }
    return [
        Figure("streams", name, [each[name] for each in rounds], aim)
        for name, aim in aims.items()
    ]


def _round(watchers: int) -> dict[str, float]:
    """One figure of each kind; a service of its own for each of them."""
    return {
        **_many_games(watchers // 5),
        **_one_game(watchers),
        **_idle_watchers(watchers),
    }


def _many_games(watchers: int) -> dict[str, float]:
    with service() as (_, server):
        games = [new_game(server.port, f"live {n}") for n in range(watchers // 2)]
        delays = sorted(_delays(server, games, [game.path for game in games] * 2))
    return {
        "move to watcher, 200 watchers: ms, half": delays[len(delays) // 2],
        "move to watcher, 200 watchers: ms, 99 in 100": delays[len(delays) * 99 // 100],
    }


def _one_game(watchers: int) -> dict[str, float]:
    with service() as (_, server):
        games = [new_game(server.port, "watched by all")]
        paths = [games[0].path] * watchers
        delays = sorted(_delays(server, games, paths, last_only=True))
    return {
        "1,000 watchers of one game, the last: ms, half": delays[len(delays) // 2],
        "1,000 watchers of one game, the last: ms, worst": delays[-1],
    }


def _idle_watchers(watchers: int) -> dict[str, float]:
    with service() as (_, server):
        games = [new_game(server.port, f"idle {n}") for n in range(watchers // 10)]
        read = games[0].read
        alone = _read_ms(server, read)
        before = server.memory_kb()
        paths = [games[n % len(games)].path for n in range(watchers)]
        with closing(StreamWatchers(server.port, paths)):
            memory = (server.memory_kb() - before) / watchers
            beside = _read_ms(server, read)
    return {
        "memory of a watcher: kB": memory,
        "read without watchers: ms, half": alone,
        "read beside 1,000 watchers: ms, half": beside,
    }


def _delays(
    server: Server, games: list[OpenGame], paths: list[str], *, last_only: bool = False
) -> Iterator[float]:
    """Milliseconds from a move's request to its message at the watchers."""
    with (
        closing(connect(server.port)) as player,
        closing(StreamWatchers(server.port, paths)) as watchers,
    ):
        responses = MessageReader(player)
        for number in range(MOVES):
            game = games[number % len(games)]
            if len(game.left) < 2:  # a stream ends with its game
                return
            start = time.perf_counter()
            player.sendall(game.left[0])
            game.done += 1
            delays = [at - start for at in watchers.arrivals(game.path, game.done + 1)]
            responses.response()
            yield from (at * 1000 for at in (delays[-1:] if last_only else delays))
            time.sleep(PACE)


def _read_ms(server: Server, read: bytes) -> float:
    with Client(server.port) as client:
        times = []
        for _ in range(200):
            start = time.perf_counter()
            client.send(read)
            times.append((time.perf_counter() - start) * 1000)
    return sorted(times)[len(times) // 2]
