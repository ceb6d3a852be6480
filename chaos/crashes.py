"""Killing whatever can be killed in the midst of many games, again and again."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from chaos.concurrent_games import Crowd
from chaos.service_under_test import Site

SLOWLY = 0.3
"""Seconds between two commands of a game while nothing is about to happen."""
RUN_UP = 0.3
"""Seconds at full speed before a kill, at most."""
AGAIN = 0.1
"""The same, after a kill."""
SETTLING = 2.0
"""Seconds in which orphans of what was killed end, and what is new begins."""


@dataclass
class Blows:
    """How long a player waited at most, around each kill (seconds)."""

    victim: str
    waits: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        waits = sorted(self.waits)
        half = waits[len(waits) // 2]
        return (
            f"{self.victim:15} killed {len(waits):3} times; no player waited longer "
            f"than {half:5.2f} s in half of them, {waits[-1]:5.2f} s in all"
        )


class Pace(NamedTuple):
    """So many rounds of kills, with `breath` seconds before each in which the games go
    on slowly, and `settling` seconds of watching after all is there again.
    """

    rounds: int = 1
    breath: float = 0.0
    settling: float = 0.0


AT_ONCE = Pace()


def strike(
    site: Site, crowd: Crowd, victims: Sequence[str], pace: Pace = AT_ONCE
) -> list[Blows]:
    """Kill each of the victims in turn. Raises what ended a player."""
    choice = random.Random(0)  # noqa: S311 -- when, not what
    blows = {victim: Blows(victim) for victim in victims}
    for _ in range(pace.rounds):
        for victim in victims:
            crowd.pause = SLOWLY
            time.sleep(pace.breath)
            crowd.pause = 0
            time.sleep(RUN_UP * choice.random())
            crowd.forget()
            site.kill(victim, choice)
            site.await_whole()
            crowd.pause = AGAIN
            time.sleep(pace.settling)
            crowd.all_answered_since(time.monotonic())
            blows[victim].waits.append(crowd.waited)
    crowd.check()
    return list(blows.values())
