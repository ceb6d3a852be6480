"""Checking a recorded history against the rules, trusting none of it.

Each version is turned back into the command that must have caused it; the command
is judged anew, with the draws that the history itself reports; what it brings about
must be exactly what was recorded. So a changed score, a missing or an invented
event, and a draw that the bag could not give are all found, and named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple, TypeVar

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
from service.rules.evolve import fold
from service.rules.refusals import ImpossibleEvent, Refused, RulesError
from service.rules.state import State
from service.rules.tiles import COLORS, Color, Counts

MISMATCHES: Final = (
    "event_missing",
    "event_unexpected",
    "event_differs",
    "impossible_draw",
    "impossible_event",
)
"""The codes of problems, besides those of refusals: the command was impossible."""

MAX_VALUE_LENGTH: Final = 150

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Violation:
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
    violation: Violation | None


def audit(versions: Iterable[Sequence[Event]]) -> Audit:
    """Check the events of versions 1, 2, … against the rules; never raises."""
    states: list[State] = []
    state: State | None = None
    for number, events in enumerate(versions, start=1):
        state, fault = _check_version(state, events)
        if fault:
            violation = Violation(number, fault.index, fault.code, fault.detail)
            return Audit(tuple(states), state, violation)
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
    draws = _RecordedDraws(state, events)
    try:
        expected = decide(state, _command(state, events), draws)
    except Refused as refused:
        return _Checked(state, _Fault(0, refused.code, refused.detail))
    except RulesError as error:
        return _Checked(state, _Fault(0, "impossible_event", str(error)))
    for index, (recorded, due) in enumerate(zip_longest(events, expected.events)):
        if recorded != due:
            fault = _mismatch(index, recorded, due, draws.impossible)
            return _Checked(_state_before(fault, state, events), fault)
    return _Checked(expected.state, None)


def _state_before(
    fault: _Fault, state: State | None, events: Sequence[Event]
) -> State | None:
    """The state after the events before the fault, each of which can follow."""
    return fold(events[: fault.index], state) if fault.index else state


def _mismatch(
    index: int, recorded: Event | None, due: Event | None, impossible_draw: str
) -> _Fault:
    if recorded is None:
        detail = f"{_name(due)} is missing here. {impossible_draw}".rstrip()
        return _Fault(index, "event_missing", detail)
    if due is None:
        return _Fault(index, "event_unexpected", f"{_name(recorded)} cannot follow.")
    if type(recorded) is not type(due):
        return _Fault(
            index,
            "event_unexpected",
            f"{_name(due)} must follow here, not {_name(recorded)}.",
        )
    if impossible_draw and isinstance(recorded, RoundStarted):
        return _Fault(index, "impossible_draw", impossible_draw)
    wrong = "; ".join(
        f"{field} must be {_truncated(right)}, not {_truncated(told)}"
        for field, told, right in zip(recorded._fields, recorded, due, strict=True)
        if told != right
    )
    return _Fault(index, "event_differs", f"{_name(recorded)}: {wrong}.")


def _truncated(value: object) -> str:
    """A field's value; a history may hold values of any length."""
    text = repr(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def _name(event: Event | None) -> str:
    return EVENT_NAMES[type(event)] if event else "nothing"


def _command(state: State | None, events: Sequence[Event]) -> Command:
    """The command that a version's first event is the answer to."""
    first = events[0] if events else None
    if isinstance(first, GameCreated):
        names = tuple(player.name for player in first.players)
        return CreateGame(names, first.board, first.starting_seat)
    if isinstance(first, TilesTaken):
        dropped = 0 if first.line is None else first.taken - first.placed
        return TakeTiles(first.seat, first.display, first.color, first.line, dropped)
    if isinstance(first, TilePlaced) and not first.forced:
        if state and not 0 <= first.seat < len(state.players):
            raise Refused("not_your_turn", f"There is no seat {first.seat}.")
        return PlaceTile(first.seat, first.line, first.column)
    raise ImpossibleEvent(f"No command is answered by {_name(first)} first.")


class _RecordedDraws:
    """The draws and the seed as a version's own events report them.

    A draw that the bag cannot give, or that is not reported, is noted in `impossible`
    and made up: whether it matters shows when the events are compared, and those
    before it come first.
    """

    def __init__(self, state: State | None, events: Sequence[Event]) -> None:
        created = events[0] if events else None
        facts = created if isinstance(created, GameCreated) else state
        self.seeded = bool(facts and facts.seeded)
        self.seed_hash = facts.seed_hash if facts else ""
        ended = _first(GameEnded, events)
        self.seed = ended.seed if ended else ""
        self.seed_salt = ended.seed_salt if ended else ""
        started = _first(RoundStarted, events)
        displays = started.displays if started else ()
        self._tiles = tuple(tile for tiles in displays for tile in tiles)
        self.impossible = ""

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        tile = self._tiles[index] if index < len(self._tiles) else None
        if tile and bag.of(tile):
            return tile
        self.impossible = self.impossible or (
            f"Tile {index} of round {round} is {tile}, but the bag holds none."
            if tile
            else f"Round {round} must start with {index + 1} tiles or more."
        )
        return next(color for color in COLORS if bag.of(color))


def _first(kind: type[E], events: Sequence[Event]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)
