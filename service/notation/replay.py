"""Playing a written game through the rules, which alone say what each move does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from service.notation.draws import WrittenChance, wrong_displays
from service.notation.errors import Spot
from service.notation.moves import Move, Take
from service.notation.parse import Script, WrittenEnd
from service.rules import (
    Command,
    CreateGame,
    Event,
    GameEnded,
    Refused,
    RoundStarted,
    State,
    TakeTiles,
    decide,
    fold,
)


class Version(NamedTuple):
    """What one command brought about; `at` is in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a text that cannot be.

    `version` and `index` are those of the event, `spot` is where the text says it,
    `code` is for programs, `detail` a sentence that names the round and the move.
    """

    version: int
    index: int
    spot: Spot
    code: str
    detail: str


class Reading(NamedTuple):
    """A text as a game: whole, or up to its fault.

    The last version then holds no more than the events before the fault.
    """

    versions: tuple[Version, ...]
    fault: Fault | None


class _Turn(NamedTuple):
    """A move with its round, time and place; `label` names it to people."""

    command: CreateGame | Move
    round: int
    at: int
    spot: Spot
    label: str


class _Wrong(NamedTuple):
    spot: Spot
    code: str
    detail: str


class _Judged(NamedTuple):
    """The events of a turn, those before the fault if something is wrong."""

    events: tuple[Event, ...]
    wrong: _Wrong | None = None


def replay(script: Script) -> Reading:
    """Play the moves of `script`, with the draws that it reports; never raises."""
    versions: list[Version] = []
    state: State | None = None
    chance = WrittenChance(script)
    for turn in _turns(script):
        events, wrong = _judge(state, turn, script, chance)
        number = len(versions) + 1
        if events:
            versions.append(Version(turn.at, events))
            state = fold(events, state)
        if wrong:
            return Reading(tuple(versions), Fault(number, len(events), *wrong))
    assert state is not None, "the first turn is the creation"
    unfinished = _unfinished(state, script)
    fault = Fault(len(versions) + 1, 0, *unfinished) if unfinished else None
    return Reading(tuple(versions), fault)


def _turns(script: Script) -> Iterator[_Turn]:
    header = script.header
    create = CreateGame(header.names, header.board, header.starting_seat)
    yield _Turn(create, 0, header.created, script.rounds[0].spot, "Creation")
    for number, written in enumerate(script.rounds, start=1):
        for place, (move, word, spot, at) in enumerate(written.moves, start=1):
            yield _Turn(move, number, at, spot, f"Round {number}, move {place}, {word}")


def _judge(
    state: State | None, turn: _Turn, script: Script, chance: WrittenChance
) -> _Judged:
    try:
        events = decide(state, _command(state, turn), chance)
    except Refused as refused:
        detail = f"{turn.label}: {refused.detail}"
        return _Judged((), _Wrong(turn.spot, refused.code, detail))
    last = events[-1]
    wrong = None
    if isinstance(last, RoundStarted):
        wrong = _wrong_round(last, script)
    elif isinstance(last, GameEnded):
        wrong = _wrong_end(last, script.end)
    return _Judged(events[:-1], wrong) if wrong else _Judged(events)


def _command(state: State | None, turn: _Turn) -> Command:
    """The command of a turn. Raises `Refused` if it cannot be one's at all."""
    move = turn.command
    if state is None or isinstance(move, CreateGame):
        assert isinstance(move, CreateGame), "the first turn, and no other"
        return move
    if state.phase != "finished" and state.round != turn.round:
        over = "not over" if state.round < turn.round else "over"
        number = min(state.round, turn.round)
        raise Refused("wrong_phase", f"Round {number} is {over} at this move.")
    if isinstance(move, Take):
        seat = -1 if state.current_seat is None else state.current_seat
        return TakeTiles(seat, *move)
    if move.seat >= len(state.players):
        raise Refused("not_your_turn", f"There is no seat {move.seat}.")
    return move


def _wrong_round(due: RoundStarted, script: Script) -> _Wrong | None:
    if due.round > len(script.rounds):
        detail = f"Round {due.round} starts here, and its displays are not written."
        return _Wrong(script.end.spot, "event_missing", detail)
    written = script.rounds[due.round - 1]
    wrong = wrong_displays(written, due)
    return _Wrong(written.spot, *wrong) if wrong else None


def _wrong_end(due: GameEnded, end: WrittenEnd) -> _Wrong | None:
    scores = tuple(s.score for s in sorted(due.standings, key=lambda s: s.seat))
    told = "-".join(map(str, scores))
    if not end.over:
        detail = f"The game is over ({told}, {due.reason}); the text says it goes on."
        return _Wrong(end.spot, "event_missing", detail)
    if end.scores not in (None, scores) or end.reason not in (None, due.reason):
        detail = f"The game ended {told} by {due.reason}."
        return _Wrong(end.spot, "event_differs", detail)
    return None


def _unfinished(state: State, script: Script) -> _Wrong | None:
    """What the text has beyond its last move, and what cannot be."""
    if len(script.rounds) > state.round:
        spot = script.rounds[state.round].spot
        if state.phase == "finished":
            return _Wrong(spot, "game_finished", "The game is over; no round starts.")
        return _Wrong(spot, "wrong_phase", f"Round {state.round} is not over.")
    if script.end.over and state.phase != "finished":
        return _Wrong(script.end.spot, "wrong_phase", "The game is not over.")
    return None
