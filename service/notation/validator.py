"""Judging each move of a parsed text, and its end, by the rules."""

from collections.abc import Callable
from typing import NamedTuple

from service.notation.errors import Location
from service.notation.move_text import WrittenCommand, WrittenTake
from service.notation.parser import ParsedText
from service.notation.recorded_draws import RecordedDraws, displays_fault
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
"""The hash of a seed and its salt."""


class Turn(NamedTuple):
    """A move with its round, time and location; `label` names it in messages."""

    command: CreateGame | WrittenCommand
    round: int
    at: int
    location: Location
    label: str


class TextFault(NamedTuple):
    """What is wrong in a text: a code for programs, a sentence for people."""

    location: Location
    code: str
    detail: str


class JudgedTurn(NamedTuple):
    """The events of a turn; if there is a fault, only those before it."""

    events: tuple[Event, ...]
    fault: TextFault | None = None


class TextValidator:
    """Judges the turns of `parsed`, in order.

    Without a `commitment` the seed is not compared with `SeedHash`.
    """

    def __init__(self, parsed: ParsedText, commitment: Commitment | None) -> None:
        self._parsed = parsed
        self._draws = RecordedDraws(parsed)
        self._commitment = commitment

    def judge(self, state: State | None, turn: Turn) -> JudgedTurn:
        """The events of `turn` in `state`, and whether the text agrees with them."""
        try:
            events = decide(state, _command(state, turn), self._draws).events
        except Refused as refused:
            detail = f"{turn.label}: {refused.detail}"
            return JudgedTurn((), TextFault(turn.location, refused.code, detail))
        last = events[-1]
        fault = None
        if isinstance(last, RoundStarted):
            fault = self._round_fault(last)
        elif isinstance(last, GameEnded):
            fault = self._result_fault(last) or self._seed_fault()
        return JudgedTurn(events[:-1], fault) if fault else JudgedTurn(events)

    def _round_fault(self, expected: RoundStarted) -> TextFault | None:
        rounds = self._parsed.rounds
        if expected.round > len(rounds):
            detail = (
                f"Round {expected.round} starts here; the text must give its displays."
            )
            return TextFault(self._parsed.end.location, "event_missing", detail)
        written = rounds[expected.round - 1]
        fault = displays_fault(written, expected)
        return TextFault(written.location, *fault) if fault else None

    def _result_fault(self, expected: GameEnded) -> TextFault | None:
        end, reason = self._parsed.end, expected.reason
        by_seat = sorted(expected.standings, key=lambda standing: standing.seat)
        scores = tuple(standing.score for standing in by_seat)
        scores_text = "-".join(map(str, scores))
        if not end.over:
            detail = (
                f"The game has ended ({scores_text}, {reason}); the text must say so."
            )
            return TextFault(end.location, "event_missing", detail)
        if (end.scores or scores, end.reason or reason) != (scores, reason):
            detail = f"The game ended {scores_text} by {reason}."
            return TextFault(end.location, "event_differs", detail)
        return None

    def _seed_fault(self) -> TextFault | None:
        seed = self._parsed.end.footer
        committed = self._parsed.header.seed_hash
        if not (self._commitment and any(seed)) or self._commitment(*seed) == committed:
            return None
        detail = "The seed and its salt do not match SeedHash."
        return TextFault(self._parsed.end.location, "seed_mismatch", detail)

    def judge_end(self, state: State) -> TextFault | None:
        """What is wrong with the text after its last move, which led to `state`."""
        rounds, end = self._parsed.rounds, self._parsed.end
        is_over = state.phase == "finished"
        if len(rounds) > state.round:
            location = rounds[state.round].location
            if is_over:
                return TextFault(
                    location,
                    "game_finished",
                    "The game is over; no more rounds can start.",
                )
            return TextFault(
                location, "wrong_phase", f"Round {state.round} is not over yet."
            )
        if end.over and not is_over:
            return TextFault(end.location, "wrong_phase", "The game is not over yet.")
        return None


def _command(state: State | None, turn: Turn) -> Command:
    """The command of a turn. Raises `Refused` if there is no such command."""
    move = turn.command
    if state is None or isinstance(move, CreateGame):
        assert isinstance(move, CreateGame), "only the first turn is a creation"
        return move
    if state.phase != "finished" and state.round != turn.round:
        over = "not over yet" if state.round < turn.round else "already over"
        number = min(state.round, turn.round)
        raise Refused("wrong_phase", f"Round {number} is {over} at this move.")
    if isinstance(move, WrittenTake):
        seat = -1 if state.current_seat is None else state.current_seat
        return TakeTiles(seat, *move)
    if move.seat >= len(state.players):
        raise Refused("not_your_turn", f"There is no seat {move.seat}.")
    return move
