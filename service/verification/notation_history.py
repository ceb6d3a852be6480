"""Verifying a game in notation (docs/notation.md)."""

import re
from collections.abc import Sequence
from typing import Final

from service.credentials.seeded_draws import SeededDraws, commitment
from service.notation import (
    SUFFIX,
    NotationError,
    Reading,
    ReadingFault,
    RecordedVersion,
    read,
)
from service.rules import State, Violation, fold
from service.verification.errors import NotAHistory
from service.verification.history import Draws, History, check_draws, verify
from service.verification.history_parsing import from_file

_BEGINNING: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t\r\n]|;[^\n]*\n|\{[^{}\n]*\})*+\[[ \t]*Azul\b"
)


def verify_file(body: bytes, name: str) -> History:
    """Verify a file in notation, NDJSON or JSON. Raises `NotAHistory`."""
    if is_notation(body, name):
        return verify_text(body)
    return verify(from_file(body))


def is_notation(body: bytes, name: str) -> bool:
    """Whether a file has the suffix of the notation, or begins like it."""
    return name.endswith(SUFFIX) or bool(_BEGINNING.match(body))


def verify_text(body: bytes) -> History:
    """Verify a game in notation, in UTF-8.

    Raises `NotAHistory` if it does not follow the grammar.
    """
    reading = parse_notation(body)
    states = _states(reading.versions)
    problem = _problem(reading.fault)
    return History(
        states=states[: problem.version - 1] if problem else states,
        times=[version.at for version in reading.versions],
        last=states[-1],
        version=len(states),
        problem=problem,
        draws=_draws(reading, states[-1], problem),
    )


def parse_notation(body: bytes) -> Reading:
    """Parse and replay a game in notation, in UTF-8. Raises `NotAHistory`."""
    try:
        return read(body.decode(), commitment)
    except UnicodeDecodeError as error:
        raise NotAHistory(
            f"The text is not valid UTF-8 at byte {error.start}."
        ) from error
    except NotationError as error:
        raise NotAHistory(f"{error}.") from error


def _problem(fault: ReadingFault | None) -> Violation | None:
    if fault is None:
        return None
    line, column = fault.location
    detail = f"Line {line}, column {column}: {fault.detail}"
    return Violation(fault.version, fault.index, fault.code, detail)


def _states(versions: Sequence[RecordedVersion]) -> list[State]:
    """The state after each of `versions`; an unknown seed is None."""
    states: list[State] = []
    state: State | None = None
    for version in versions:
        state = fold(version.events, state)
        states.append(state)
    if not states[-1].seed:
        states[-1] = states[-1]._replace(seed=None, seed_salt=None)
    return states


def _draws(reading: Reading, last: State, problem: Violation | None) -> Draws:
    if not reading.seed:
        return "not_verifiable"
    randomness = SeededDraws(reading.seed, reading.seed_salt, last.seeded)
    events = (event for version in reading.versions for event in version.events)
    return check_draws(randomness, events, last, problem)
