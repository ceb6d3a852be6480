"""Events in the form that clients see, read back with nothing forgiven."""

from copy import deepcopy

import pytest

from service.rules import BOARDS, EVENT_NAMES, EVENT_TYPES
from service.verification.event_decoding import MalformedEvent, decode_event
from tests.verification.support import CREATED_AT, EVENTFUL, documents, find, game

GRAY = documents("gray", 2, EVENTFUL)
SAMPLES = {name: GRAY[find(GRAY, name)] for name in EVENT_TYPES}


def changed(name, *path, value):
    """The sample event of a type with another value at `path`."""
    document = deepcopy(SAMPLES[name])
    *above, last = path
    target = document
    for step in above:
        target = target[step]
    target[last] = value
    return document


@pytest.mark.parametrize("board", BOARDS)
def test_what_was_shown_is_read_back(board):
    played = [
        (number, index, CREATED_AT + number * 1000, event)
        for number, (events, _) in enumerate(game(board, 3), start=1)
        for index, event in enumerate(events)
    ]

    read = [decode_event(document) for document in documents(board, 3)]

    assert [(r.version, r.index, r.at, r.event) for r in read] == played
    assert [type(r.event) for r in read] == [type(event) for *_, event in played]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_field_must_be_there_and_no_other(name):
    document = SAMPLES[name]
    without = [
        {k: v for k, v in document.items() if k != field} for field in document
    ] + [
        {**document, "data": {k: v for k, v in document["data"].items() if k != field}}
        for field in document["data"]
    ]

    for each in without:
        with pytest.raises(MalformedEvent, match="missing required field"):
            decode_event(each)
    for path in (("more",), ("data", "more")):
        with pytest.raises(MalformedEvent, match="unknown field more"):
            decode_event(changed(name, *path, value=1))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("wrong", [None, True, 1, 1.0, "1", [], {}, [None], {"a": 1}])
def test_every_field_must_be_of_its_type(name, wrong):
    for field, value in SAMPLES[name]["data"].items():
        document = changed(name, "data", field, value=wrong)
        nullable = field in ("display", "line") and name == "tiles_taken"
        if type(wrong) is type(value) or (nullable and wrong in (None, 1)):
            continue
        with pytest.raises(MalformedEvent, match=f"^data.{field}"):
            decode_event(document)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("game_created", ("version",), True),
        ("game_created", ("index",), 0.0),
        ("game_created", ("at",), 1_777_919_400_125),
        ("game_created", ("type",), "game_begun"),
        ("game_created", ("data",), []),
        ("game_created", ("data", "players", 1, "seat"), True),
        ("game_created", ("data", "players", 1, "name"), ""),
        ("game_created", ("data", "players", 1, "name"), " "),
        ("game_created", ("data", "players", 1, "name"), "x" * 41),
        ("game_created", ("data", "players", 1, "name"), "A\nB"),
        ("game_created", ("data", "players", 1, "name"), "Ana\n"),
        ("game_created", ("data", "players", 1, "name"), "A\u2028B"),
        ("game_created", ("data", "players", 1, "name"), "A\x9fB"),
        ("game_created", ("data", "seed_hash"), "A" * 64),
        ("game_created", ("data", "seed_hash"), "a" * 64 + "\n"),
        ("round_started", ("data", "displays", 0, 0), "green"),
        ("round_started", ("data", "displays", 0, 0), "starting_marker"),
        ("round_started", ("data", "bag", "red"), "1"),
        ("round_started", ("data", "bag"), [20, 20, 20, 20, 20]),
        ("floor_cleared", ("data", "tiles"), ["green"]),
        ("game_ended", ("data", "standings", 0, "rank"), 1.0),
        ("game_ended", ("data", "reason"), "boredom"),
        ("game_ended", ("data", "seed"), ""),
        ("game_ended", ("data", "seed"), "x" * 65),
        ("game_ended", ("data", "seed_salt"), "0" * 31),
        ("game_ended", ("data", "seed_salt"), "0" * 33),
        ("game_ended", ("data", "seed_salt"), "0" * 31 + ":"),
    ],
)
def test_what_no_game_can_have_is_malformed_and_the_field_named(name, path, value):
    place = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in path)[1:]

    with pytest.raises(MalformedEvent) as malformed:
        decode_event(changed(name, *path, value=value))

    assert str(malformed.value).startswith(place)


@pytest.mark.parametrize("name", ["é😀", " Rui ", "x" * 40, "<b>"])
def test_a_player_may_have_any_name_that_can_be_given(name):
    document = changed("game_created", "data", "players", 1, "name", value=name)

    assert decode_event(document).event.players[1].name == name


@pytest.mark.parametrize(
    "time",
    [
        "2026-05-04T18:30:00Z",
        "2026-05-04T18:30:00.1Z",
        "2026-05-04T18:30:00.125+00:00",
        "2026-05-04 18:30:00.125Z",
        "2026-05-04T18:30:00.125Z\n",
        "2026-05-04T24:00:00.000Z",
        "2026-02-29T18:30:00.125Z",
        "1969-12-31T23:59:59.999Z",
        "0001-01-01T00:00:00.000Z",
        "٢٠٢٦-05-04T18:30:00.125Z",
        "2026-05-04T::::::::.125Z",
        "",
    ],
)
def test_a_time_has_one_form_and_must_exist(time):
    with pytest.raises(MalformedEvent, match=r"^at: "):
        decode_event(changed("game_created", "at", value=time))


def test_a_time_is_read_to_the_millisecond():
    document = changed("game_created", "at", value="2024-02-29T23:59:59.999Z")

    assert decode_event(document).at == 1_709_251_199_999


def test_what_a_client_sends_comes_back_at_no_length():
    with pytest.raises(MalformedEvent) as malformed:
        decode_event(changed("game_created", "data", "x" * 10_000, value=1))

    assert len(str(malformed.value)) < 300


def test_every_event_of_the_rules_can_be_read():
    assert {type(decode_event(sample).event) for sample in SAMPLES.values()} == set(
        EVENT_NAMES
    )
