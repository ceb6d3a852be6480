"""From the bytes of a recorded history to its events, still as JSON objects."""

from typing import Any, Final

from service.play.decoding import Document
from service.play.errors import NotAHistory
from service.play.strict_json import NotJson, parse

PAGE: Final = {"game_id", "version", "events", "next_after"}


def from_lines(body: bytes) -> list[Document]:
    """The events of a download: one JSON object a line, the last line end optional.

    Raises `NotAHistory`.
    """
    lines = body.removesuffix(b"\n").split(b"\n") if body else []
    return _checked(
        [_parsed(line, f"Line {number}") for number, line in enumerate(lines, start=1)]
    )


def from_json(body: bytes) -> list[Document]:
    """The events of a JSON list, or of a page as the API gives it.

    Raises `NotAHistory`.
    """
    value = _parsed(body, "This")
    if isinstance(value, dict) and value.keys() == PAGE:
        value = value["events"]
    return _checked(value)


def from_file(body: bytes) -> list[Document]:
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


def _checked(events: Any) -> list[Document]:
    if not isinstance(events, list):
        raise NotAHistory("This is no list of events.")
    if not events:
        raise NotAHistory("There is no event in it.")
    for number, event in enumerate(events, start=1):
        if not isinstance(event, dict):
            raise NotAHistory(f"Entry {number} of the list is no event.")
    return events
