"""From the bytes of a recorded history to its events, still as JSON objects."""

from collections.abc import Iterable
from typing import Any, Final

from service.formats.strict_json import NotJson, parse
from service.verification.errors import NotAHistory
from service.verification.event_decoding import EventDocument

MAX_HISTORY_BYTES: Final = 8 * 1024 * 1024
"""Bytes; far more than the longest game has."""
MAX_EVENTS: Final = 20_000
"""No game has more: a wall grows every third round at least (R31), there are 100 tiles
to grow by, and a round has 36 takes, 20 full lines, 4 floor lines and its start.
"""

PAGE: Final = {"game_id", "version", "events", "next_after"}


def from_lines(body: bytes) -> list[EventDocument]:
    """The events of a download: one JSON object a line, the last line end optional.

    Reads at most `MAX_EVENTS` + 1 lines, enough to detect an oversized history. Raises
    `NotAHistory`.
    """
    lines = body.removesuffix(b"\n").split(b"\n", MAX_EVENTS + 1) if body else []
    return _checked(
        _parsed(line, f"Line {number}")
        for number, line in enumerate(lines[: MAX_EVENTS + 1], start=1)
    )


def from_json(body: bytes) -> list[EventDocument]:
    """The events of a JSON list, or of a page as the API gives it.

    Raises `NotAHistory`.
    """
    value = _parsed(body, "This")
    if isinstance(value, dict) and value.keys() == PAGE:
        value = value["events"]
    if not isinstance(value, list):
        raise NotAHistory("This is no list of events.")
    return _checked(value[: MAX_EVENTS + 1])


def from_file(body: bytes) -> list[EventDocument]:
    """The events of a file that may be either. Raises `NotAHistory`."""
    if body.lstrip()[:1] == b"[":
        return from_json(body)
    try:
        value = parse(body)
    except NotJson:
        return from_lines(body)
    is_page = isinstance(value, dict) and "events" in value
    return from_json(body) if is_page else from_lines(body)


def _parsed(text: bytes, name: str) -> Any:
    try:
        return parse(text)
    except NotJson as error:
        where = f"{name}: {error.path}" if error.path else name
        raise NotAHistory(f"{where} {error.message}.") from error


def _checked(events: Iterable[Any]) -> list[EventDocument]:
    found = []
    for number, event in enumerate(events, start=1):
        if not isinstance(event, dict):
            raise NotAHistory(f"Entry {number} of the list is no event.")
        found.append(event)
    if not found:
        raise NotAHistory("There is no event in it.")
    return found
