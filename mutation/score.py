"""How many mutants each module had, and how many of them the tests noticed."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

ENOUGH: Final = 0.95
NOTICED: Final = {"killed", "timeout"}
"""A mutant that never comes to an end is noticed too."""


class Verdict(NamedTuple):
    """What became of one mutant: its module, its status, and what it changed."""

    module: str
    status: str
    change: str

    @property
    def noticed(self) -> bool:
        return self.status in NOTICED


def share(verdicts: Iterable[Verdict]) -> float:
    """The share of the mutants that were noticed; 1 if there are none."""
    noticed = [verdict.noticed for verdict in verdicts]
    return sum(noticed) / len(noticed) if noticed else 1.0


def as_table(verdicts: Iterable[Verdict]) -> str:
    """A line for each module and one for all, as a table of Markdown."""
    found = list(verdicts)
    total = Counter(verdict.module for verdict in found)
    noticed = Counter(verdict.module for verdict in found if verdict.noticed)
    lines = [
        "| module | mutants | noticed | survived | share |",
        "|---|---:|---:|---:|---:|",
        *(_line(f"`{name}`", total[name], noticed[name]) for name in sorted(total)),
        _line("all", total.total(), noticed.total()),
    ]
    return "\n".join(lines) + "\n"


def _line(name: str, total: int, noticed: int) -> str:
    percent = 100 * noticed / total if total else 100
    return f"| {name} | {total} | {noticed} | {total - noticed} | {percent:.1f} % |"


def as_list(verdicts: Iterable[Verdict]) -> str:
    """Those that were not noticed, with what they changed."""
    left = sorted(verdict for verdict in verdicts if not verdict.noticed)
    return "".join(f"{one.module}: {one.status}\n{one.change}\n" for one in left)
