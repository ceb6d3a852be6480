"""What the rules say to each turn of a written game, and to its end."""

from collections.abc import Callable
from typing import NamedTuple

from service.notation.errors import Spot
from service.notation.move_text import WrittenCommand, WrittenTake
from service.notation.parser import Script
from service.notation.recorded_draws import RecordedDraws, wrong_displays
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
)

Commitment = Callable[[str, str], str]
"""The hash that a seed and its salt must have."""


class Turn(NamedTuple):
    """A move with its round, time and place; `label` names it to people."""

    command: CreateGame | WrittenCommand
    round: int
    at: int
    spot: Spot
    label: str


class TextFault(NamedTuple):
    """What is wrong in a text, and where; a code for programs and words for people."""

    spot: Spot
    code: str
    detail: str


class Judged(NamedTuple):
    """The events of a turn, only those before the fault if something is wrong."""

    events: tuple[Event, ...]
    wrong: TextFault | None = None


class ScriptValidator:
    """Judges the turns of `script` in order.

    Without a `commitment` the seed is not held against `SeedHash`.
    """

    def __init__(self, script: Script, commitment: Commitment | None) -> None:
        self._script = script
        self._draws = RecordedDraws(script)
        self._commitment = commitment

    def judge(self, state: State | None, turn: Turn) -> Judged:
        """What `turn` brings about in `state`, and whether the text agrees."""
        try:
            events = decide(state, _command(state, turn), self._draws).events
        except Refused as refused:
            detail = f"{turn.label}: {refused.detail}"
            return Judged((), TextFault(turn.spot, refused.code, detail))
        last = events[-1]
        wrong = None
        if isinstance(last, RoundStarted):
            wrong = self._wrong_round(last)
        elif isinstance(last, GameEnded):
            wrong = self._wrong_end(last) or self._wrong_seed()
        return Judged(events[:-1], wrong) if wrong else Judged(events)

    def _wrong_round(self, due: RoundStarted) -> TextFault | None:
        rounds = self._script.rounds
        if due.round > len(rounds):
            detail = f"Round {due.round} starts here, and its displays are not written."
            return TextFault(self._script.end.spot, "event_missing", detail)
        written = rounds[due.round - 1]
        wrong = wrong_displays(written, due)
        return TextFault(written.spot, *wrong) if wrong else None

    def _wrong_end(self, due: GameEnded) -> TextFault | None:
        end = self._script.end
        scores = tuple(s.score for s in sorted(due.standings, key=lambda s: s.seat))
        told = "-".join(map(str, scores))
        if not end.over:
            words = (
                f"The game is over ({told}, {due.reason}); the text says it goes on."
            )
            return TextFault(end.spot, "event_missing", words)
        if end.scores not in (None, scores) or end.reason not in (None, due.reason):
            words = f"The game ended {told} by {due.reason}."
            return TextFault(end.spot, "event_differs", words)
        return None

    def _wrong_seed(self) -> TextFault | None:
        seed = self._script.end.footer
        promised = self._script.header.seed_hash
        if not (self._commitment and any(seed)) or self._commitment(*seed) == promised:
            return None
        detail = "The seed and its salt are not those of SeedHash."
        return TextFault(self._script.end.spot, "seed_mismatch", detail)

    def unfinished(self, state: State) -> TextFault | None:
        """What the text has beyond its last move, and what cannot be."""
        rounds, end = self._script.rounds, self._script.end
        is_over = state.phase == "finished"
        if len(rounds) > state.round:
            spot = rounds[state.round].spot
            if is_over:
                return TextFault(
                    spot, "game_finished", "The game is over; no round starts."
                )
            return TextFault(spot, "wrong_phase", f"Round {state.round} is not over.")
        if end.over and not is_over:
            return TextFault(end.spot, "wrong_phase", "The game is not over.")
        return None


def _command(state: State | None, turn: Turn) -> Command:
    """The command of a turn. Raises `Refused` if it cannot be one's at all."""
    move = turn.command
    if state is None or isinstance(move, CreateGame):
        assert isinstance(move, CreateGame), "the first turn, and no other"
        return move
    if state.phase != "finished" and state.round != turn.round:
        over = "not over" if state.round < turn.round else "over"
        number = min(state.round, turn.round)
        raise Refused("wrong_phase", f"Round {number} is {over} at this move.")
    if isinstance(move, WrittenTake):
        seat = -1 if state.current_seat is None else state.current_seat
        return TakeTiles(seat, *move)
    if move.seat >= len(state.players):
        raise Refused("not_your_turn", f"There is no seat {move.seat}.")
    return move
