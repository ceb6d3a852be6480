"""Playing a written game through the rules, which alone say what each move does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from service.notation.errors import Spot
from service.notation.parser import Script
from service.notation.validator import Commitment, ScriptValidator, Turn
from service.rules import CreateGame, Event, State, fold


class RecordedVersion(NamedTuple):
    """What one command brought about; `at` is in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ReadingFault:
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

    The last version then holds no more than the events before the fault. `seed` and
    `seed_salt` are what stands below the rounds, empty if nothing does.
    """

    versions: tuple[RecordedVersion, ...]
    fault: ReadingFault | None
    seed: str
    seed_salt: str


def replay(script: Script, commitment: Commitment | None = None) -> Reading:
    """Play the moves of `script`, with the draws that it reports; never raises."""
    versions, fault = _played(script, ScriptValidator(script, commitment))
    return Reading(tuple(versions), fault, *script.end.footer)


def _played(
    script: Script, validator: ScriptValidator
) -> tuple[list[RecordedVersion], ReadingFault | None]:
    versions: list[RecordedVersion] = []
    state: State | None = None
    for number, turn in enumerate(_turns(script), start=1):
        events, wrong = validator.judge(state, turn)
        if events:
            versions.append(RecordedVersion(turn.at, events))
            state = fold(events, state)
        if wrong:
            return versions, ReadingFault(number, len(events), *wrong)
    assert state is not None, "the first turn is the creation"
    unfinished = validator.unfinished(state)
    return versions, unfinished and ReadingFault(len(versions) + 1, 0, *unfinished)


def _turns(script: Script) -> Iterator[Turn]:
    header = script.header
    create = CreateGame(header.names, header.board, header.starting_seat)
    yield Turn(create, 0, header.created, script.rounds[0].spot, "Creation")
    for number, written in enumerate(script.rounds, start=1):
        for place, (move, word, spot, at) in enumerate(written.moves, start=1):
            yield Turn(move, number, at, spot, f"Round {number}, move {place}, {word}")
