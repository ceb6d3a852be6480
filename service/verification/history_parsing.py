"""Parsing the bytes of a recorded history into events, as JSON objects."""

from collections.abc import Iterable
from typing import Any, Final

from service.formats.strict_json import InvalidJson, parse
from service.verification.errors import NotAHistory
from service.verification.event_decoding import EventDocument

MAX_HISTORY_BYTES: Final = 8 * 1024 * 1024
"""Far more than the longest game needs."""
MAX_EVENTS: Final = 20_000
"""No game has more: at least every third round a tile goes to a wall (R31), there are
100 tiles, and a round has at most 36 takes, 20 full lines, 4 floor lines and its start.
"""

PAGE_FIELDS: Final = {"game_id", "version", "events", "next_after"}
"""The fields of a page of events, as the API answers."""


def from_lines(body: bytes) -> list[EventDocument]:
    """The events of a download in NDJSON: one JSON object on each line.

    Reads at most `MAX_EVENTS` + 1 lines, enough to find an event too many. Raises
    `NotAHistory`.
    """
    lines = body.removesuffix(b"\n").split(b"\n", MAX_EVENTS + 1) if body else []
    return _checked(
        _parsed(line, f"Line {number}")
        for number, line in enumerate(lines[: MAX_EVENTS + 1], start=1)
    )


def from_json(body: bytes) -> list[EventDocument]:
    """The events of a JSON list, or of a page of events. Raises `NotAHistory`."""
    value = _parsed(body, "The document")
    if isinstance(value, dict) and value.keys() == PAGE_FIELDS:
        value = value["events"]
    if not isinstance(value, list):
        raise NotAHistory("The document must be a list of events, or a page of them.")
    return _checked(value[: MAX_EVENTS + 1])


def from_file(body: bytes) -> list[EventDocument]:
    """The events of a file in NDJSON or JSON. Raises `NotAHistory`."""
    if body.lstrip()[:1] == b"[":
        return from_json(body)
    try:
        value = parse(body)
    except InvalidJson:
        return from_lines(body)
    is_page = isinstance(value, dict) and "events" in value
    return from_json(body) if is_page else from_lines(body)


def _parsed(text: bytes, name: str) -> Any:
    try:
        return parse(text)
    except InvalidJson as error:
        where = f"{name}: {error.path}" if error.path else name
        raise NotAHistory(f"{where} {error.message}.") from error


def _checked(events: Iterable[Any]) -> list[EventDocument]:
    found = []
    for number, event in enumerate(events, start=1):
        if not isinstance(event, dict):
            raise NotAHistory(f"Event {number} must be a JSON object.")
        found.append(event)
    if not found:
        raise NotAHistory("The history must have at least one event.")
    return found
