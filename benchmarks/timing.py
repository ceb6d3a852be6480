"""Measuring so that changes in the machine's speed cancel out."""

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Effort(NamedTuple):
    """How much is measured: more is steadier, and takes longer.

    `games` are played a round, `calls` are timed together, `seconds` is how long each
    HTTP load lasts, over `connections` connections, with games at `tables` tables: far
    more, so that no two moves of one game are under way together.
    """

    rounds: int = 5
    games: int = 200
    calls: int = 300
    seconds: int = 3
    connections: int = 16
    tables: int = 256
    watchers: int = 1000


def interleaved(
    tasks: Mapping[str, Callable[[], float]], rounds: int
) -> dict[str, list[float]]:
    """What each task returned, in every round; a round does each task once.

    A machine changes its speed from one second to the next. Tasks that take turns
    all see the same machine, so their ratios hold where single figures do not.
    """
    results: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            results[name].append(task())
    return results


def microseconds(call: Callable[[], object], calls: int) -> float:
    """The time of one call, when it is made `calls` times in a row."""
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls * 1e6


def machine_speed() -> float:
    """Million steps a second of a plain loop: what other figures should be read by."""
    steps = 1_000_000
    start = time.perf_counter()
    for _ in range(steps):
        pass
    return steps / (time.perf_counter() - start) / 1e6
