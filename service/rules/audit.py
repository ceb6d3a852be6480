"""Checking a recorded history against the rules, trusting none of it.

Each version is turned back into the command that must have caused it. The command is
judged again, with the draws that the history itself reports, and its events must be
exactly the recorded ones. So a changed score, a missing or an invented event, and a
draw that the bag could not give are all found and named.
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

MISMATCH_CODES: Final = (
    "event_missing",
    "event_unexpected",
    "event_differs",
    "impossible_draw",
    "impossible_event",
)
"""The codes of violations, besides `REFUSAL_CODES` for a command that was illegal."""

MAX_VALUE_LENGTH: Final = 150
"""Characters of a recorded value that a violation quotes."""

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Violation:
    """The first event that breaks the rules.

    `version` counts from one, `index` from zero within the version; `code` is for
    programs, `detail` a sentence for people.
    """

    version: int
    index: int
    code: str
    detail: str


class Audit(NamedTuple):
    """The states after each valid version, and the first violation, if any.

    `states[n - 1]` is the state at version n. `last` is the state after the last
    valid event, which may lie within a version; None if there is none.
    """

    states: tuple[State, ...]
    last: State | None
    violation: Violation | None


def audit(versions: Iterable[Sequence[Event]]) -> Audit:
    """Check the events of versions 1, 2, … against the rules; never raises."""
    states: list[State] = []
    state: State | None = None
    for number, events in enumerate(versions, start=1):
        state, mismatch = _check_version(state, events)
        if mismatch:
            violation = Violation(
                number, mismatch.index, mismatch.code, mismatch.detail
            )
            return Audit(tuple(states), state, violation)
        assert state is not None, "a valid version has events"
        states.append(state)
    return Audit(tuple(states), state, None)


@dataclass(frozen=True, slots=True)
class _Mismatch:
    """A violation within a version."""

    index: int
    code: str
    detail: str


class _CheckedVersion(NamedTuple):
    """The state after the valid events, and what is wrong with the next, if any."""

    state: State | None
    mismatch: _Mismatch | None


def _check_version(state: State | None, events: Sequence[Event]) -> _CheckedVersion:
    draws = _RecordedDraws(state, events)
    try:
        decision = decide(state, _command_of(state, events), draws)
    except Refused as refused:
        return _CheckedVersion(state, _Mismatch(0, refused.code, refused.detail))
    except RulesError as error:
        return _CheckedVersion(state, _Mismatch(0, "impossible_event", str(error)))
    for index, (recorded, expected) in enumerate(zip_longest(events, decision.events)):
        if recorded != expected:
            mismatch = _mismatch(index, recorded, expected, draws.impossible)
            return _CheckedVersion(_state_before(mismatch, state, events), mismatch)
    return _CheckedVersion(decision.state, None)


def _state_before(
    mismatch: _Mismatch, state: State | None, events: Sequence[Event]
) -> State | None:
    """The state after the events before the mismatch, which are all valid."""
    return fold(events[: mismatch.index], state) if mismatch.index else state


def _mismatch(
    index: int, recorded: Event | None, expected: Event | None, impossible_draw: str
) -> _Mismatch:
    if recorded is None:
        detail = f"{_name(expected)} is missing here. {impossible_draw}".rstrip()
        return _Mismatch(index, "event_missing", detail)
    if expected is None:
        detail = f"The version must end before this {_name(recorded)}."
        return _Mismatch(index, "event_unexpected", detail)
    if type(recorded) is not type(expected):
        detail = f"{_name(expected)} must follow here, not {_name(recorded)}."
        return _Mismatch(index, "event_unexpected", detail)
    if impossible_draw and isinstance(recorded, RoundStarted):
        return _Mismatch(index, "impossible_draw", impossible_draw)
    differences = "; ".join(
        f"{field} must be {_truncated(right)}, not {_truncated(wrong)}"
        for field, wrong, right in zip(
            recorded._fields, recorded, expected, strict=True
        )
        if wrong != right
    )
    return _Mismatch(index, "event_differs", f"{_name(recorded)}: {differences}.")


def _truncated(value: object) -> str:
    """A field's value as text; a history from outside may hold very long ones."""
    text = repr(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def _name(event: Event | None) -> str:
    return EVENT_NAMES[type(event)] if event else "nothing"


def _command_of(state: State | None, events: Sequence[Event]) -> Command:
    """The command that must have led to a version's first event."""
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
    raise ImpossibleEvent(f"No version begins with {_name(first)}.")


class _RecordedDraws:
    """The draws and the seed as a version's own events report them.

    A draw that the bag cannot give, or that is not reported, is replaced by one that
    is possible, and described in `impossible`. Comparing the events then finds the
    difference, unless an event before it is wrong already.
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
        """The recorded tile at `index` (from zero), if the bag can give it."""
        tile = self._tiles[index] if index < len(self._tiles) else None
        if tile and bag.of(tile):
            return tile
        self.impossible = self.impossible or (
            f"Tile {index} of round {round} is {tile}, but the bag holds none."
            if tile
            else f"Round {round} must start with at least {index + 1} tiles."
        )
        return next(color for color in COLORS if bag.of(color))


def _first(kind: type[E], events: Sequence[Event]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)
