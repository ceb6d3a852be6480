"""Replaying a parsed text through the rules, which say what each move does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from service.notation.errors import Location
from service.notation.parser import ParsedText
from service.notation.validator import Commitment, TextValidator, Turn
from service.rules import CreateGame, Event, State, fold


class RecordedVersion(NamedTuple):
    """The events of one command; `at` is in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """The first thing in a text that breaks the rules or contradicts itself.

    `version` (from one) and `index` (from zero) are those of the event, `location` is
    the place in the text, `code` is for programs, `detail` a sentence for people.
    """

    version: int
    index: int
    location: Location
    code: str
    detail: str


class Reading(NamedTuple):
    """The versions of a text: all, or those before its fault.

    With a fault, the last version may hold only the events before it. `seed` and
    `seed_salt` are those below the rounds, empty if they are not given.
    """

    versions: tuple[RecordedVersion, ...]
    fault: ReadingFault | None
    seed: str
    seed_salt: str


def replay(parsed: ParsedText, commitment: Commitment | None = None) -> Reading:
    """Play the moves of `parsed` with the draws that it records; never raises."""
    versions, fault = _played(parsed, TextValidator(parsed, commitment))
    return Reading(tuple(versions), fault, *parsed.end.footer)


def _played(
    parsed: ParsedText, validator: TextValidator
) -> tuple[list[RecordedVersion], ReadingFault | None]:
    versions: list[RecordedVersion] = []
    state: State | None = None
    for number, turn in enumerate(_turns(parsed), start=1):
        events, fault = validator.judge(state, turn)
        if events:
            versions.append(RecordedVersion(turn.at, events))
            state = fold(events, state)
        if fault:
            return versions, ReadingFault(number, len(events), *fault)
    assert state is not None, "the first turn is the creation"
    end_fault = validator.judge_end(state)
    return versions, end_fault and ReadingFault(len(versions) + 1, 0, *end_fault)


def _turns(parsed: ParsedText) -> Iterator[Turn]:
    header = parsed.header
    create = CreateGame(header.names, header.board, header.starting_seat)
    yield Turn(create, 0, header.created, parsed.rounds[0].location, "Creation")
    for number, written in enumerate(parsed.rounds, start=1):
        for place, (move, word, location, at) in enumerate(written.moves, start=1):
            yield Turn(
                move, number, at, location, f"Round {number}, move {place}, {word}"
            )
