"""Verifying a recorded history from outside, trusting none of it.

    documents -> Transcript: format, numbering, time, commitment
              -> audit:      the rules
              -> History:    the valid part, the first problem, and whether the draws
                             follow from the seed

Times are milliseconds since 1970.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from service.credentials.seeded_draws import SeededDraws
from service.games.errors import VersionNotFound
from service.games.game import Game
from service.rules import (
    MISMATCH_CODES,
    REFUSAL_CODES,
    Audit,
    Event,
    GameEnded,
    RoundStarted,
    State,
    Violation,
    audit,
    evolve,
    start_round,
)
from service.verification.event_decoding import (
    EventDocument,
    MalformedEvent,
    decode_event,
)
from service.verification.transcript import TRANSCRIPT_CODES, Transcript

REPLAY_ID: Final = "replay"
"""The id of a game that is verified and not stored."""

Draws = Literal["verified", "mismatch", "not_verifiable"]

PROBLEM_CODES: Final = (*TRANSCRIPT_CODES, *MISMATCH_CODES, *REFUSAL_CODES)
"""All codes of a history's `problem`."""


@dataclass(frozen=True, slots=True)
class History:
    """The result of a verification.

    `states[n - 1]` is the state at version n, for the versions before the `problem`.
    `last` is the state after the last valid event, which belongs to `version`, perhaps
    not as its last event; None and 0 if no event is valid. `times[n - 1]` is the time
    of version n.
    """

    states: Sequence[State]
    times: Sequence[int]
    last: State | None
    version: int
    problem: Violation | None
    draws: Draws

    @property
    def valid(self) -> bool:
        """Whether every event is valid; `draws` is independent of it."""
        return self.problem is None

    def latest(self) -> Game | None:
        """The game after the last valid event; None if there is none."""
        return self._game(self.version, self.last) if self.last else None

    def at(self, version: int) -> Game:
        """The game at `version`. Raises `VersionNotFound` from the problem on."""
        if not 1 <= version <= len(self.states):
            raise VersionNotFound(
                f"The history is valid up to version {len(self.states)}; there is "
                f"no version {version}."
            )
        return self._game(version, self.states[version - 1])

    def _game(self, version: int, state: State) -> Game:
        return Game(
            id=REPLAY_ID,
            version=version,
            digest="",
            created_at=self.times[0],
            updated_at=self.times[version - 1],
            encrypted_seed="",
            keys=(),
            state=state,
        )


def verify(documents: Sequence[EventDocument]) -> History:
    """Verify the events in `documents`, at least one, in order; never raises."""
    transcript = Transcript(documents)
    audited = audit(transcript.versions)
    problem = _first_problem(transcript, audited)
    complete = problem.version - 1 if problem else len(audited.states)
    return History(
        states=audited.states[:complete],
        times=transcript.times,
        last=audited.last,
        version=complete + 1 if problem and problem.index else complete,
        problem=problem,
        draws=_draws(documents, transcript, audited),
    )


def _first_problem(transcript: Transcript, audited: Audit) -> Violation | None:
    """The problem of the audit or of the transcript, whichever comes first.

    If the audit misses an event at the end of the transcript, it is the one that the
    transcript refused, for a reason that says more.
    """
    refused, broken = transcript.problem, audited.violation
    if not (refused and broken):
        return refused or broken
    end = len(transcript.versions), len(transcript.versions[-1])
    if (broken.version, broken.index) == end:
        return replace(refused, version=broken.version, index=broken.index)
    return broken


def _draws(
    documents: Sequence[EventDocument], transcript: Transcript, audited: Audit
) -> Draws:
    """Whether the draws of the valid events follow from the seed.

    A published seed that matches its commitment is genuine, so it is also looked for
    after the first problem.
    """
    ended = _game_ended(documents)
    if not (ended and audited.last):
        return "not_verifiable"
    randomness = SeededDraws(ended.seed, ended.seed_salt, audited.last.seeded)
    valid = _valid_events(transcript.versions, audited.violation)
    return check_draws(randomness, valid, audited.last, audited.violation)


def check_draws(
    randomness: SeededDraws,
    events: Iterable[Event],
    last: State,
    problem: Violation | None,
) -> Draws:
    """Whether the draws of the valid `events` follow from `randomness`.

    `last` is the state that they lead to, `problem` the violation after them, if any.
    """
    if randomness.seed_hash != last.seed_hash or _is_impossible_draw(problem):
        return "mismatch"
    if last.round == 0:
        return "not_verifiable"
    return "verified" if _draws_follow(events, randomness) else "mismatch"


def _game_ended(documents: Sequence[EventDocument]) -> GameEnded | None:
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


def _valid_events(
    versions: Sequence[Sequence[Event]], problem: Violation | None
) -> Iterator[Event]:
    """The events before `problem`."""
    for version, events in enumerate(versions, start=1):
        if problem and version == problem.version:
            yield from events[: problem.index]
            return
        yield from events


def _draws_follow(events: Iterable[Event], randomness: SeededDraws) -> bool:
    """Whether each round of the valid `events` begins with draws of `randomness`."""
    state: State | None = None
    for event in events:
        if isinstance(event, RoundStarted):
            assert state is not None, "a valid game begins with its creation"
            if event.displays != start_round(state, randomness).displays:
                return False
        state = evolve(state, event)
    return True
