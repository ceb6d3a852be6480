"""Every process is killed, repeatedly, while many games go on."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from chaos.concurrent_players import ConcurrentPlayers
from chaos.service_under_test import ServiceUnderTest

PAUSE_BEFORE = 0.3
"""Seconds between two commands of a game until shortly before a kill."""
FULL_SPEED = 0.3
"""Seconds without pauses before a kill, at most."""
PAUSE_AFTER = 0.1
"""Seconds between two commands of a game after a kill."""
SETTLING = 2.0
"""Seconds in which orphans of a killed process end, and new processes begin."""


@dataclass
class RecoveryTimes:
    """How long a player waited at most, around each kill (seconds)."""

    target: str
    waits: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        waits = sorted(self.waits)
        half = waits[len(waits) // 2]
        return (
            f"{self.target:15} killed {len(waits):3} times; no player waited longer "
            f"than {half:5.2f} s in half of them, {waits[-1]:5.2f} s in all"
        )


class Pace(NamedTuple):
    """How many `rounds` of kills there are, each kill after `interval` seconds in which
    the games go on slowly, and followed by `settling` seconds.
    """

    rounds: int = 1
    interval: float = 0.0
    settling: float = 0.0


AT_ONCE = Pace()


def run_kills(
    service: ServiceUnderTest,
    players: ConcurrentPlayers,
    targets: Sequence[str],
    pace: Pace = AT_ONCE,
) -> list[RecoveryTimes]:
    """Kill each of the targets in turn. Raises the error that ended a player."""
    choice = random.Random(0)  # noqa: S311 -- when, not what
    recovery_times = {target: RecoveryTimes(target) for target in targets}
    for _ in range(pace.rounds):
        for target in targets:
            players.pause = PAUSE_BEFORE
            time.sleep(pace.interval)
            players.pause = 0
            time.sleep(FULL_SPEED * choice.random())
            players.reset_statistics()
            service.kill(target, choice)
            service.wait_until_running()
            players.pause = PAUSE_AFTER
            time.sleep(pace.settling)
            players.all_answered_since(time.monotonic())
            recovery_times[target].waits.append(players.longest_wait)
    players.check()
    return list(recovery_times.values())
