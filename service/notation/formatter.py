"""Formatting a game as a text."""

from collections.abc import Sequence
from typing import Final

from service.notation.header import footer_lines, header_lines
from service.notation.literals import tiles_text
from service.notation.move_text import place_text, take_text
from service.notation.replay import RecordedVersion
from service.rules import (
    Event,
    GameCreated,
    GameEnded,
    RoundStarted,
    State,
    TilePlaced,
    TilesTaken,
    fold,
)

UNFINISHED: Final = "*"
"""Ends the text of a game that is still being played."""


def write(versions: Sequence[RecordedVersion]) -> str:
    """The text of a game from its versions 1, 2, …, at least one.

    They must be valid by the rules and in order of time: then `read` gives exactly them
    again. Raises `ImpossibleEvent` or `ValueError` for some invalid ones.
    """
    created = versions[0].events[0]
    if not isinstance(created, GameCreated):
        raise ValueError("A game begins with its creation.")  # noqa: TRY004
    at = versions[0].at
    lines = [*header_lines(created, at), "", *_rounds(versions), *_end(versions[-1])]
    return "\n".join([*lines, ""])


def _rounds(versions: Sequence[RecordedVersion]) -> list[str]:
    """A line for each round; a version that ends a round belongs to that round."""
    state: State | None = None
    rounds: list[_Round] = []
    before = versions[0].at
    for at, events in versions:
        if state:
            rounds[-1].add(_move(state, events[0]), at - before)
        if isinstance(events[-1], RoundStarted):
            rounds.append(_Round(events[-1]))
        state = fold(events, state)
        before = at
    return [str(each) for each in rounds]


class _Round:
    """The line of a round, to which moves are added."""

    def __init__(self, started: RoundStarted) -> None:
        self._head = [f"{started.round}.", *map(tiles_text, started.displays), "|"]
        self._moves: list[str] = []
        self._offsets: list[int] = []

    def add(self, move: str, offset: int) -> None:
        """Add a move and the milliseconds since the move before."""
        if offset < 0:
            raise ValueError("The versions are not in order of time.")
        self._moves.append(move)
        self._offsets.append(offset)

    def __str__(self) -> str:
        times = ["|", *map(str, self._offsets)] if any(self._offsets) else []
        return " ".join([*self._head, *self._moves, *times])


def _move(state: State, event: Event) -> str:
    if isinstance(event, TilesTaken):
        return take_text(state, event)
    if isinstance(event, TilePlaced):
        return place_text(event)
    raise ValueError(f"No version begins with {event!r}.")


def _end(last: RecordedVersion) -> list[str]:
    ended = last.events[-1]
    if not isinstance(ended, GameEnded):
        return [UNFINISHED]
    standings = sorted(ended.standings, key=lambda standing: standing.seat)
    scores = "-".join(str(standing.score) for standing in standings)
    return [f"end {scores} {ended.reason}", *footer_lines(ended)]
