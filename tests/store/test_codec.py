"""The form of an entry in the stream: small, complete, and the same for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules import (
    COLORS,
    EVENT_TYPES,
    Counts,
    FloorCleared,
    GameCreated,
    GameEnded,
    LineDropped,
    RoundStarted,
    Seat,
    Standing,
    TilePlaced,
    TilesTaken,
)
from service.store import Draft
from service.store.codec import CHAINED, DIGEST, _chain, decode, encode
from tests.store.support import GAME

ONE_OF_EACH = (
    GameCreated((Seat(0, "Ana"), Seat(1, "Жуан\n")), "gray", 1, True, "hash", 1),
    RoundStarted(1, 1, (("red", "blue"), ()), False, Counts(1, 2, 3, 4, 5)),
    TilesTaken(0, None, "red", None, 2, 0, 1, 1, True),
    TilePlaced(1, 2, 3, "white", 0, 4, 2, 8, 12, False),
    LineDropped(0, 3, "black", 4, 2, 2),
    FloorCleared(1, ("starting_marker", "red"), -2, 10, True),
    GameEnded(
        "row_completed", (0, 1), (Standing(0, 1, 9, 1, 0, 0, 2, 0, 0),), "seed", "salt"
    ),
)
DRAFT = Draft(1_790_000_000_000, 1, "key.print", "", ONE_OF_EACH)

STORED = {
    b"v": b"1",
    b"t": b"1790000000000",
    b"by": b"1",
    b"k": b"key.print",
    b"x": b"",
    b"e": (
        '[["game_created",[[0,"Ana"],[1,"Жуан\\n"]],"gray",1,true,"hash",1],'
        '["round_started",1,1,[["red","blue"],[]],false,[1,2,3,4,5]],'
        '["tiles_taken",0,null,"red",null,2,0,1,1,true],'
        '["tile_placed",1,2,3,"white",0,4,2,8,12,false],'
        '["line_dropped",0,3,"black",4,2,2],'
        '["floor_cleared",1,["starting_marker","red"],-2,10,true],'
        '["game_ended","row_completed",[0,1],[[0,1,9,1,0,0,2,0,0]],"seed","salt"]]'
    ).encode(),
}


def one(kind, events=ONE_OF_EACH):
    """The event of this type among `events`."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def test_an_entry_is_stored_in_exactly_this_form():
    fields = encode(GAME, "previous", DRAFT)

    assert list(fields) == [*CHAINED, DIGEST]
    assert fields == {**STORED, DIGEST: b"kVoWNiAmN3tahiNdEqdg3Q"}


def test_one_of_each_event_is_tried_here():
    assert [type(event) for event in ONE_OF_EACH] == list(EVENT_TYPES.values())


def test_every_event_is_read_back_as_it_was():
    entry = decode(GAME, "previous", 7, encode(GAME, "previous", DRAFT))

    assert entry.version == 7
    assert entry.events == ONE_OF_EACH
    assert [type(event) for event in entry.events] == [type(e) for e in ONE_OF_EACH]


def test_a_record_within_an_event_is_read_back_as_its_own_type():
    events = decode(GAME, "", 1, encode(GAME, "", DRAFT)).events

    assert isinstance(one(GameCreated, events).players[0], Seat)
    assert isinstance(one(RoundStarted, events).bag, Counts)
    assert isinstance(one(GameEnded, events).standings[0], Standing)


@pytest.mark.parametrize("reason", ["row_completed", "no_tiles_left", "no_progress"])
def test_every_reason_to_end_is_read_back(reason):
    ended = one(GameEnded)._replace(reason=reason)

    entry = decode(GAME, "a", 1, encode(GAME, "a", DRAFT._replace(events=(ended,))))

    assert entry.events == (ended,)


@pytest.mark.parametrize("color", COLORS)
def test_every_color_is_read_back(color):
    taken = one(TilesTaken)._replace(color=color)
    cleared = one(FloorCleared)._replace(tiles=(color,))

    entry = decode(
        GAME, "a", 1, encode(GAME, "a", DRAFT._replace(events=(taken, cleared)))
    )

    assert entry.events == (taken, cleared)


def test_a_creation_has_no_seat_that_acted():
    fields = encode(GAME, "", DRAFT._replace(by=None))

    assert fields[b"by"] == b""
    assert decode(GAME, "", 1, fields).by is None


def test_the_digest_covers_every_field_and_the_entry_before():
    variants = [STORED, *({**STORED, name: STORED[name] + b"1"} for name in CHAINED)]
    digests = {_chain("previous", fields) for fields in variants}
    digests.add(_chain("another", STORED))

    assert len(digests) == len(CHAINED) + 2
    assert {len(digest) for digest in digests} == {22}


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1),
    st.integers(min_value=0, max_value=2**62),
)
def test_whatever_a_name_holds_it_is_read_back_and_adds_no_line(names, at):
    seats = tuple(Seat(number, name) for number, name in enumerate(names))
    draft = Draft(
        at, None, "key", "encrypted", (one(GameCreated)._replace(players=seats),)
    )

    fields = encode(GAME, "previous", draft)

    assert decode(GAME, "previous", 1, fields).events == draft.events
    assert not any(b"\n" in fields[name] for name in CHAINED)
