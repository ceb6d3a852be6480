"""Killing whatever can be killed in the midst of many games, again and again."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from chaos.players import Crowd
from chaos.site import Site

SLOWLY = 0.3
"""Seconds between two commands of a game while nothing is about to happen."""
RUN_UP = 0.3
"""Seconds at full speed before a kill, at most."""


@dataclass
class Blows:
    """How long it took after each kill until every game had gone on (seconds)."""

    victim: str
    recoveries: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        times = sorted(self.recoveries)
        half = times[len(times) // 2]
        return (
            f"{self.victim:15} killed {len(times):3} times; all games went on after "
            f"{half:5.2f} s (half of the times), {times[-1]:5.2f} s (at most)"
        )


def strike(
    site: Site, crowd: Crowd, victims: Sequence[str], rounds: int, breath: float
) -> list[Blows]:
    """Kill each of the victims in turn, so many rounds, with `breath` seconds in
    between in which the games go on slowly. Raises what ended a player.
    """
    choice = random.Random(0)  # noqa: S311 -- when, not what
    blows = {victim: Blows(victim) for victim in victims}
    for _ in range(rounds):
        for victim in victims:
            crowd.pause = SLOWLY
            time.sleep(breath)
            crowd.pause = 0
            time.sleep(RUN_UP * choice.random())
            moment = time.monotonic()
            site.kill(victim, choice)
            blows[victim].recoveries.append(crowd.all_answered_since(moment))
    crowd.check()
    return list(blows.values())
