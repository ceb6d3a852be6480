"""A recorded history, decoded event by event up to the first invalid one.

What is checked here needs no rules: format, numbering, time, the seed's commitment.
"""

from collections.abc import Iterable
from typing import Final

from service.credentials.seeded_draws import commitment
from service.rules import Event, GameEnded, Violation
from service.verification.event_decoding import (
    EventDocument,
    MalformedEvent,
    RecordedEvent,
    decode_event,
)

TRANSCRIPT_CODES: Final = ("event_malformed", "time_mismatch", "seed_mismatch")
"""The codes of problems found here, besides those in `MISMATCH_CODES`."""


class Transcript:
    """The events of versions 1, 2, … before the first with a `problem`.

    `times[n - 1]` is the time of version n, in milliseconds since 1970.
    """

    def __init__(self, documents: Iterable[EventDocument]) -> None:
        self.versions: list[list[Event]] = []
        self.times: list[int] = []
        self.problem: Violation | None = None
        for document in documents:
            self.problem = self._add(document)
            if self.problem:
                break

    def _add(self, document: EventDocument) -> Violation | None:
        """Add the next event, or return what is wrong with it."""
        position = self._next_position(document.get("version"))
        try:
            recorded = decode_event(document)
        except MalformedEvent as error:
            return Violation(*position, "event_malformed", f"{error}.")
        fault = (
            _number_fault(recorded, position)
            or self._time_fault(recorded)
            or self._seed_fault(recorded.event)
        )
        if fault:
            return Violation(*position, *fault)
        if recorded.index == 0:
            self.versions.append([])
            self.times.append(recorded.at)
        self.versions[-1].append(recorded.event)
        return None

    def _next_position(self, version: object) -> tuple[int, int]:
        """The version and index of the next event, if it claims to be of `version`."""
        newest = len(self.versions)
        if newest and version == newest:
            return newest, len(self.versions[-1])
        return newest + 1, 0

    def _time_fault(self, recorded: RecordedEvent) -> tuple[str, str] | None:
        if recorded.index and recorded.at != self.times[-1]:
            return "time_mismatch", "at: must be the same for all events of a version."
        if self.times and recorded.at < self.times[-1]:
            return (
                "time_mismatch",
                "at: must not be before that of the version before.",
            )
        return None

    def _seed_fault(self, event: Event) -> tuple[str, str] | None:
        if isinstance(event, GameEnded) and self.versions:
            created = self.versions[0][0]
            committed = getattr(created, "seed_hash", None)
            if committed != commitment(event.seed, event.seed_salt):
                return "seed_mismatch", "The seed and its salt do not match seed_hash."
        return None


def _number_fault(
    recorded: RecordedEvent, position: tuple[int, int]
) -> tuple[str, str] | None:
    claimed = recorded.version, recorded.index
    if claimed == position:
        return None
    code = "event_missing" if claimed > position else "event_unexpected"
    version, index = position
    return code, (
        f"Expected version {version}, index {index}; found version "
        f"{recorded.version}, index {recorded.index}."
    )
