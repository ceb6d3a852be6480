"""How many mutants each module had, and how many of them the tests killed."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

ENOUGH: Final = 0.95
KILLED: Final = {"killed", "timeout"}
"""A mutant on which the tests never end is killed, too."""


class Verdict(NamedTuple):
    """The result of one mutant: its module, its status, and what it changed."""

    module: str
    status: str
    change: str

    @property
    def is_killed(self) -> bool:
        return self.status in KILLED


def share(verdicts: Iterable[Verdict]) -> float:
    """The share of the mutants that were killed; 1 if there are none."""
    killed = [verdict.is_killed for verdict in verdicts]
    return sum(killed) / len(killed) if killed else 1.0


def as_table(verdicts: Iterable[Verdict]) -> str:
    """A line for each module and one for all, as a table of Markdown."""
    found = list(verdicts)
    total = Counter(verdict.module for verdict in found)
    killed = Counter(verdict.module for verdict in found if verdict.is_killed)
    lines = [
        "| module | mutants | killed | survived | share |",
        "|---|---:|---:|---:|---:|",
        *(_line(f"`{name}`", total[name], killed[name]) for name in sorted(total)),
        _line("all", total.total(), killed.total()),
    ]
    return "\n".join(lines) + "\n"


def _line(name: str, total: int, killed: int) -> str:
    percent = 100 * killed / total if total else 100
    return f"| {name} | {total} | {killed} | {total - killed} | {percent:.1f} % |"


def as_list(verdicts: Iterable[Verdict]) -> str:
    """Those that survived, with what they changed."""
    left = sorted(verdict for verdict in verdicts if not verdict.is_killed)
    return "".join(f"{one.module}: {one.status}\n{one.change}\n" for one in left)
