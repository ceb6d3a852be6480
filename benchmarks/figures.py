"""What was measured: figures, as a table for people or as JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Literal, NamedTuple

import msgspec


class Aim(NamedTuple):
    """What a figure should be: `Aim("<", 1.0)`."""

    side: Literal["<", ">"]
    limit: float

    def is_met_by(self, value: float) -> bool:
        return value < self.limit if self.side == "<" else value > self.limit


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured, once per round. `name` ends in its unit."""

    subject: str
    name: str
    samples: Sequence[float]
    aim: Aim | None = None

    @property
    def median(self) -> float:
        return median(self.samples)

    def document(self) -> dict[str, Any]:
        """All of it, for programs."""
        met = self.aim.is_met_by(self.median) if self.aim else None
        return {
            **asdict(self),
            "aim": "".join(map(str, self.aim)) if self.aim else None,
            "met": met,
            "median": self.median,
            "min": min(self.samples),
            "max": max(self.samples),
        }


def as_json(figures: Sequence[Figure]) -> bytes:
    """A JSON list with every sample."""
    documents = [figure.document() for figure in figures]
    return msgspec.json.format(msgspec.json.encode(documents)) + b"\n"


def as_table(figures: Sequence[Figure]) -> str:
    """One line a figure, with `!` where the median misses its aim."""
    lines = [f"{'':46}{'aim':>9}{'median':>11}   min – max"]
    subject = ""
    for figure in figures:
        if figure.subject != subject:
            subject = figure.subject
            lines.append(subject)
        lines.append(_line(figure))
    return "\n".join(lines) + "\n"


def _line(figure: Figure) -> str:
    aim, value = figure.aim, figure.median
    missed = "!" if aim and not aim.is_met_by(value) else " "
    shown = f"{aim.side} {_number(aim.limit)}" if aim else ""
    spread = f"{_number(min(figure.samples))} – {_number(max(figure.samples))}"
    return f"  {figure.name:44}{shown:>9}{_number(value):>10}{missed}   {spread}"


def _number(value: float) -> str:
    """Three digits or more: 0.412, 5.31, 48.2, 1,234."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
