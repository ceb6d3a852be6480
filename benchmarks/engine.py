"""The rules alone: random games on one core, all legal moves listed at each turn."""

import time
from itertools import count

from benchmarks.figures import Aim, Figure
from benchmarks.play import play
from benchmarks.timing import Effort, interleaved, machine_speed

GAMES_AIM = {2: Aim(">", 600)}


def measure(effort: Effort) -> list[Figure]:
    """Games and moves a second, for 2 and 4 players."""
    seeds = count()
    moves: dict[int, list[float]] = {2: [], 4: []}

    def games_per_second(players: int) -> float:
        start = time.perf_counter()
        games = [play(players, str(next(seeds))) for _ in range(effort.games)]
        seconds = time.perf_counter() - start
        moves[players].append(sum(len(game.moves) for game in games) / seconds)
        return len(games) / seconds

    rates = interleaved(
        {
            "machine: million loop steps/s": machine_speed,
            "2": lambda: games_per_second(2),
            "4": lambda: games_per_second(4),
        },
        effort.rounds,
    )
    figures = [
        Figure("engine", name, rates[name]) for name in rates if name not in ("2", "4")
    ]
    for players in (2, 4):
        games = rates[str(players)]
        aim = GAMES_AIM.get(players)
        figures += [
            Figure("engine", f"{players} players: games/s", games, aim),
            Figure("engine", f"{players} players: moves/s", moves[players]),
        ]
    return figures
