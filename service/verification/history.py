"""Checking a game's recorded history that comes from outside, trusting none of it.

    documents -> Transcript: form, numbering, time, commitment
              -> audit:      the rules
              -> History:    the possible part, the first problem, and whether the
                             draws follow from the seed

Times are milliseconds since 1970.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from service.credentials.seeded_draws import SeededDraws
from service.games.errors import VersionNotFound
from service.games.game import Game
from service.rules import (
    REFUSAL_CODES,
    Audit,
    Event,
    GameEnded,
    RoundStarted,
    State,
    Violation,
    audit,
    evolve,
)
from service.rules.audit import MISMATCHES
from service.rules.rounds import start_round
from service.verification.event_decoding import (
    EventDocument,
    MalformedEvent,
    decode_event,
)
from service.verification.transcript import FAULTS, Transcript

REPLAY: Final = "replay"
"""The id of a game that is only looked at."""

Draws = Literal["verified", "mismatch", "not_verifiable"]

PROBLEM_CODES: Final = (*FAULTS, *MISMATCHES, *REFUSAL_CODES)
"""Every code that a history's problem can have."""


@dataclass(frozen=True, slots=True)
class History:
    """What a check found out.

    `states[n - 1]` is the state at version n, for the versions before the `problem`;
    `last` is the state after the last possible event, which belongs to `version` and
    may lie within it; None and 0 if no event is possible. `times[n - 1]` is when
    version n came about.
    """

    states: Sequence[State]
    times: Sequence[int]
    last: State | None
    version: int
    problem: Violation | None
    draws: Draws

    @property
    def valid(self) -> bool:
        """Whether every event is possible; the draws are judged apart."""
        return self.problem is None

    def latest(self) -> Game | None:
        """The game after the last possible event; None if there is none."""
        return self._game(self.version, self.last) if self.last else None

    def at(self, version: int) -> Game:
        """The game at `version`. Raises `VersionNotFound` at or beyond the problem."""
        if not 1 <= version <= len(self.states):
            raise VersionNotFound(
                f"The history is possible up to version {len(self.states)}; it has "
                f"no version {version}."
            )
        return self._game(version, self.states[version - 1])

    def _game(self, version: int, state: State) -> Game:
        return Game(
            id=REPLAY,
            version=version,
            digest="",
            created_at=self.times[0],
            updated_at=self.times[version - 1],
            encrypted_seed="",
            keys=(),
            state=state,
        )


def verify(documents: Sequence[EventDocument]) -> History:
    """Check the events in `documents`, at least one, in order; never raises."""
    transcript = Transcript(documents)
    found = audit(transcript.versions)
    problem = _first_problem(transcript, found)
    whole = problem.version - 1 if problem else len(found.states)
    return History(
        states=found.states[:whole],
        times=transcript.times,
        last=found.last,
        version=whole + 1 if problem and problem.index else whole,
        problem=problem,
        draws=_draws(documents, transcript, found),
    )


def _first_problem(transcript: Transcript, found: Audit) -> Violation | None:
    """The audit's problem, or that which ended the transcript if it comes first.

    An event that is missing at the end of the transcript is the one that could not be
    read: what was wrong with it says more.
    """
    unread, broken = transcript.problem, found.violation
    if not (unread and broken):
        return unread or broken
    end = len(transcript.versions), len(transcript.versions[-1])
    if (broken.version, broken.index) == end:
        return replace(unread, version=broken.version, index=broken.index)
    return broken


def _draws(
    documents: Sequence[EventDocument], transcript: Transcript, found: Audit
) -> Draws:
    """Whether the draws of the possible events follow from the seed.

    A published seed that fits its commitment is genuine wherever it stands, so it is
    looked for in the part that is not possible, too.
    """
    ended = _published(documents)
    if not (ended and found.last):
        return "not_verifiable"
    randomness = SeededDraws(ended.seed, ended.seed_salt, found.last.seeded)
    possible = _possible_events(transcript.versions, found.violation)
    return draws_of(randomness, possible, found.last, found.violation)


def draws_of(
    randomness: SeededDraws,
    events: Iterable[Event],
    last: State,
    problem: Violation | None,
) -> Draws:
    """Whether the draws of possible `events` follow from `randomness`.

    `last` is the state that they lead to, `problem` what the rules say of the next.
    """
    if randomness.seed_hash != last.seed_hash or _is_impossible_draw(problem):
        return "mismatch"
    if last.round == 0:
        return "not_verifiable"
    return "verified" if _draws_follow(events, randomness) else "mismatch"


def _published(documents: Sequence[EventDocument]) -> GameEnded | None:
    for document in documents:
        if document.get("type") == "game_ended":
            try:
                event = decode_event(document).event
            except MalformedEvent:
                continue
            return event if isinstance(event, GameEnded) else None
    return None


def _is_impossible_draw(problem: Violation | None) -> bool:
    return problem is not None and problem.code == "impossible_draw"


def _possible_events(
    versions: Sequence[Sequence[Event]], problem: Violation | None
) -> Iterator[Event]:
    """The events before the audit's `problem`."""
    for version, events in enumerate(versions, start=1):
        if problem and version == problem.version:
            yield from events[: problem.index]
            return
        yield from events


def _draws_follow(events: Iterable[Event], randomness: SeededDraws) -> bool:
    """Whether each round of possible `events` began with the draws of `randomness`."""
    state: State | None = None
    for event in events:
        if isinstance(event, RoundStarted):
            assert state is not None, "a possible game begins with its creation"
            if event.displays != start_round(state, randomness).displays:
                return False
        state = evolve(state, event)
    return True
