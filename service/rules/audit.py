"""Checking a recorded history against the rules, trusting none of it.

Each version is turned back into the command that must have caused it; the command
is judged anew, with the draws that the history itself reports; what it brings about
must be exactly what was recorded. So a changed score, a missing or an invented
event, and a draw that the bag could not give are all found, and named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from service.rules.commands import Command, CreateGame, PlaceTile, TakeTiles
from service.rules.decide import decide
from service.rules.events import (
    EVENT_NAMES,
    Event,
    GameCreated,
    GameEnded,
    RoundStarted,
    TilePlaced,
    TilesTaken,
)
from service.rules.evolve import evolve
from service.rules.refusals import ImpossibleEvent, Refused, RulesError
from service.rules.state import State
from service.rules.tiles import Color, Counts


@dataclass(frozen=True, slots=True)
class Problem:
    """The first event that cannot be: `index` counts from 0 within its version."""

    version: int
    index: int
    code: str
    detail: str


class Audit(NamedTuple):
    """The states after each version that stood the check, and what did not.

    `states[n - 1]` is the state at version n. `last` is the state after the last
    possible event, which may lie within a version; None if there is none.
    """

    states: tuple[State, ...]
    last: State | None
    problem: Problem | None


def audit(versions: Iterable[Sequence[Event]]) -> Audit:
    """Check the events of versions 1, 2, … against the rules; never raises."""
    states: list[State] = []
    state: State | None = None
    for number, events in enumerate(versions, start=1):
        state, fault = _check_version(state, events)
        if fault:
            problem = Problem(number, fault.index, fault.code, fault.detail)
            return Audit(tuple(states), state, problem)
        assert state is not None, "a version without fault has events"
        states.append(state)
    return Audit(tuple(states), state, None)


@dataclass(frozen=True, slots=True)
class _Fault:
    index: int
    code: str
    detail: str


class _Checked(NamedTuple):
    state: State | None
    fault: _Fault | None


def _check_version(state: State | None, events: Sequence[Event]) -> _Checked:
    try:
        expected = decide(state, _command(events), _RecordedChance(state, events))
    except Refused as refused:
        return _Checked(state, _Fault(0, refused.code, refused.detail))
    except ImpossibleDraw as impossible:
        return _up_to(
            state, events, _Fault(impossible.index, "impossible_draw", str(impossible))
        )
    except RulesError as error:
        return _Checked(state, _Fault(0, "impossible_event", str(error)))
    for index, (recorded, due) in enumerate(zip_longest(events, expected)):
        if recorded != due:
            return _up_to(state, events, _mismatch(index, recorded, due))
    return _up_to(state, events, None)


def _up_to(
    state: State | None, events: Sequence[Event], fault: _Fault | None
) -> _Checked:
    """The state after the events before the fault, each of which can follow."""
    for event in events[: fault.index if fault else len(events)]:
        state = evolve(state, event)
    return _Checked(state, fault)


def _mismatch(index: int, recorded: Event | None, due: Event | None) -> _Fault:
    if recorded is None:
        return _Fault(index, "event_missing", f"{_name(due)} is missing here.")
    if due is None:
        return _Fault(index, "event_unexpected", f"{_name(recorded)} cannot follow.")
    if type(recorded) is not type(due):
        return _Fault(
            index,
            "event_unexpected",
            f"{_name(due)} must follow here, not {_name(recorded)}.",
        )
    wrong = "; ".join(
        f"{field} must be {right!r}, not {told!r}"
        for field, told, right in zip(recorded._fields, recorded, due, strict=True)
        if told != right
    )
    return _Fault(index, "event_differs", f"{_name(recorded)}: {wrong}.")


def _name(event: Event | None) -> str:
    return EVENT_NAMES[type(event)] if event else "nothing"


def _command(events: Sequence[Event]) -> Command:
    """The command that a version's first event is the answer to."""
    first = events[0] if events else None
    if isinstance(first, GameCreated):
        names = tuple(player.name for player in first.players)
        return CreateGame(names, first.board, first.starting_seat)
    if isinstance(first, TilesTaken):
        dropped = 0 if first.line is None else first.taken - first.placed
        return TakeTiles(first.seat, first.display, first.color, first.line, dropped)
    if isinstance(first, TilePlaced) and not first.forced:
        return PlaceTile(first.seat, first.line, first.column)
    raise ImpossibleEvent(f"No command is answered by {_name(first)} first.")


class ImpossibleDraw(ImpossibleEvent):
    """A tile that the bag could not give; `index` is that of its event."""

    def __init__(self, index: int, detail: str) -> None:
        super().__init__(detail)
        self.index = index


class _RecordedChance:
    """The draws and the seed as a version's own events report them."""

    def __init__(self, state: State | None, events: Sequence[Event]) -> None:
        created = events[0] if events else None
        facts = created if isinstance(created, GameCreated) else state
        self.seeded = bool(facts and facts.seeded)
        self.seed_hash = facts.seed_hash if facts else ""
        self.seed = self.seed_salt = ""
        self._tiles: tuple[Color, ...] = ()
        self._index = len(events)
        for index, event in enumerate(events):
            if isinstance(event, RoundStarted):
                self._tiles = tuple(tile for tiles in event.displays for tile in tiles)
                self._index = index
            if isinstance(event, GameEnded):
                self.seed, self.seed_salt = event.seed, event.seed_salt

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        if index >= len(self._tiles):
            raise ImpossibleDraw(
                self._index, f"Round {round} must start with {index + 1} tiles or more."
            )
        color = self._tiles[index]
        if not bag.of(color):
            raise ImpossibleDraw(
                self._index,
                f"Tile {index} of round {round} is {color}, but the bag holds none.",
            )
        return color
