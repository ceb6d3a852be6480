"""A recorded history, read event by event until one cannot stand where it does.

What is checked here needs no rules: form, numbering, time, and the seed's commitment.
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

FAULTS: Final = ("event_malformed", "time_mismatch", "seed_mismatch")
"""The codes of problems found here, besides `event_missing` and `event_unexpected`."""


class Transcript:
    """The events of versions 1, 2, … up to the first that has a `problem`.

    `times[n - 1]` is when version n came about, in milliseconds since 1970.
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
        """Take the next event in, or say why it cannot stand here."""
        place = self._place(document.get("version"))
        try:
            recorded = decode_event(document)
        except MalformedEvent as error:
            return Violation(*place, "event_malformed", f"{error}.")
        fault = (
            _misplaced(recorded, place)
            or self._out_of_time(recorded)
            or self._unfit_seed(recorded.event)
        )
        if fault:
            return Violation(*place, *fault)
        if recorded.index == 0:
            self.versions.append([])
            self.times.append(recorded.at)
        self.versions[-1].append(recorded.event)
        return None

    def _place(self, version: object) -> tuple[int, int]:
        """Where an event that says it is of `version` has to stand, now."""
        newest = len(self.versions)
        if newest and version == newest:
            return newest, len(self.versions[-1])
        return newest + 1, 0

    def _out_of_time(self, recorded: RecordedEvent) -> tuple[str, str] | None:
        if recorded.index and recorded.at != self.times[-1]:
            return "time_mismatch", "at: all events of a version have the same time."
        if self.times and recorded.at < self.times[-1]:
            return "time_mismatch", "at: time cannot run backward."
        return None

    def _unfit_seed(self, event: Event) -> tuple[str, str] | None:
        if isinstance(event, GameEnded) and self.versions:
            created = self.versions[0][0]
            promised = getattr(created, "seed_hash", None)
            if promised != commitment(event.seed, event.seed_salt):
                return "seed_mismatch", "The seed is not the one of seed_hash."
        return None


def _misplaced(
    recorded: RecordedEvent, place: tuple[int, int]
) -> tuple[str, str] | None:
    found = recorded.version, recorded.index
    if found == place:
        return None
    code = "event_missing" if found > place else "event_unexpected"
    version, index = place
    return code, (
        f"Version {version}, index {index} must stand here, not version "
        f"{recorded.version}, index {recorded.index}."
    )
