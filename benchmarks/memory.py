"""What a finished game takes up in the store."""

from benchmarks.figures import Aim, Figure
from benchmarks.play import play
from benchmarks.store import Store, open_store
from benchmarks.timing import Effort
from service.store.redis_log import log_key

GAMES = 40


def measure(effort: Effort) -> list[Figure]:
    """Kilobytes of a game's key, all its nodes counted; one sample a game."""
    with open_store() as store:
        return [
            Figure(
                "memory",
                f"{players} players, finished: kB in Redis",
                [
                    _kilobytes(store, players, seed)
                    for seed in range(min(GAMES, effort.games))
                ],
                Aim("<", 20),
            )
            for players in (2, 4)
        ]


def _kilobytes(store: Store, players: int, seed: int) -> float:
    game = store.play(play(players, str(seed)))
    used: int = store.redis.memory_usage(log_key(game.id), samples=0)
    return used / 1000
