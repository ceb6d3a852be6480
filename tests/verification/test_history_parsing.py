"""From bytes to events: two formats, each read strictly."""

import json

import pytest

from service.verification.errors import NotAHistory
from service.verification.history_parsing import (
    MAX_EVENTS,
    from_file,
    from_json,
    from_lines,
)
from tests.verification.support import documents, lines

EVENTS = documents()
LINES = lines(EVENTS)
LIST = json.dumps(EVENTS).encode()
PAGE = {"game_id": "x", "version": 9, "events": EVENTS, "next_after": None}


def test_a_download_is_read_line_by_line():
    assert from_lines(LINES) == EVENTS


def test_the_last_line_of_a_download_need_not_end():
    assert from_lines(LINES.removesuffix(b"\n")) == EVENTS


def test_lines_may_end_as_on_windows():
    assert from_lines(LINES.replace(b"\n", b"\r\n").removesuffix(b"\r\n")) == EVENTS


def test_a_list_is_read():
    assert from_json(LIST) == EVENTS


def test_a_page_is_read_as_the_service_gave_it():
    assert from_json(json.dumps(PAGE).encode()) == EVENTS


@pytest.mark.parametrize(
    "body",
    [
        LINES,
        lines(EVENTS[:1]),
        LIST,
        b" \n" + LIST,
        json.dumps(PAGE, indent=2).encode(),
    ],
    ids=["lines", "one line", "list", "list after a blank line", "page"],
)
def test_a_file_may_be_either(body):
    assert from_file(body) in (EVENTS, EVENTS[:1])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "at least one event"),
        (b"\n", "Line 1 is not valid JSON"),
        (LINES + b"\n", f"Line {len(EVENTS) + 1} is not valid JSON"),
        (LINES[:-40], f"Line {len(EVENTS)} is not valid JSON"),
        (b"\xef\xbb\xbf" + LINES, "Line 1 is not valid JSON"),
        (b'{"a": "\xff"}', "Line 1 is not valid UTF-8"),
        (b'{"data": {"a": 1, "a": 2}}', "Line 1: data.a appears twice"),
        (b"[]", "Event 1 must be a JSON object"),
        (lines(EVENTS[:2]) + b"7", "Event 3 must be a JSON object"),
    ],
)
def test_a_download_that_is_none_is_refused_and_the_line_named(body, words):
    with pytest.raises(NotAHistory, match=words):
        from_lines(body)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not valid JSON"),
        (b"[]", "at least one event"),
        (b"null", "must be a list of events"),
        (b'"events"', "must be a list of events"),
        (b"{}", "must be a list of events"),
        (json.dumps({**PAGE, "more": 1}).encode(), "must be a list of events"),
        (json.dumps({**PAGE, "events": {}}).encode(), "must be a list of events"),
        (json.dumps({**PAGE, "events": []}).encode(), "at least one event"),
        (b"[{}, 5]", "Event 2 must be a JSON object"),
        (b'[{"at": NaN}]', "The document: 0.at is not a number"),
        (LINES, "not valid JSON"),
    ],
)
def test_json_that_is_no_list_of_events_is_refused(body, words):
    with pytest.raises(NotAHistory, match=words):
        from_json(body)


def test_of_a_history_too_long_to_be_true_no_more_is_read_than_shows_it():
    many = MAX_EVENTS + 5

    assert len(from_lines(b"{}\n" * many)) == MAX_EVENTS + 1
    assert len(from_lines(b"{}\n" * (MAX_EVENTS + 1))) == MAX_EVENTS + 1
    assert len(from_json(b"[" + b"{}," * many + b"{}]")) == MAX_EVENTS + 1
