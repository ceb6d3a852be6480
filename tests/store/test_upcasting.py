"""Entries of older schemas become today's, step by step; those of newer ones do not.

The schemas here are made up: 1 called a seat by its player's name, 2 by its number,
3 counts seats from zero, and 4 split one event in two.
"""

import pytest

from service.store.upcasters import SCHEMA, UPCASTERS, upcast

NUMBERS = {"Ana": 1, "Rui": 2}


def number_seats(events):
    return [[name, NUMBERS[player], *rest] for name, player, *rest in events]


def count_from_zero(events):
    return [[name, seat - 1, *rest] for name, seat, *rest in events]


def split_turns(events):
    return [
        event
        for _, seat, color in events
        for event in (["taken", seat, color], ["placed", seat])
    ]


CHAIN = {1: number_seats, 2: count_from_zero, 3: split_turns}


@pytest.mark.parametrize(
    ("schema", "events"),
    [
        (1, [["turn", "Rui", "red"]]),
        (2, [["turn", 2, "red"]]),
        (3, [["turn", 1, "red"]]),
        (4, [["taken", 1, "red"], ["placed", 1]]),
    ],
)
def test_every_schema_leads_to_todays(schema, events):
    assert upcast(schema, events, CHAIN, target=4) == [
        ["taken", 1, "red"],
        ["placed", 1],
    ]


def test_the_chain_stops_at_the_schema_asked_for():
    assert upcast(1, [["turn", "Ana", "red"]], CHAIN, target=3) == [["turn", 0, "red"]]


def test_events_of_todays_schema_are_left_alone():
    events = [["taken", 1, "red"]]

    assert upcast(4, events, CHAIN, target=4) is events


@pytest.mark.parametrize("schema", [5, 6, 1000])
def test_a_newer_schema_is_refused_by_its_number(schema):
    with pytest.raises(ValueError, match=f"unknown entry schema {schema}"):
        upcast(schema, [], CHAIN, target=4)


@pytest.mark.parametrize("schema", [0, -1])
def test_a_schema_that_never_was_is_refused(schema):
    with pytest.raises(ValueError, match=f"unknown entry schema {schema}"):
        upcast(schema, [], CHAIN, target=4)


def test_a_gap_in_the_chain_is_refused_and_not_jumped_over():
    gap = {1: number_seats, 3: split_turns}

    with pytest.raises(ValueError, match="unknown entry schema 2"):
        upcast(1, [["turn", "Ana", "red"]], gap, target=4)


def test_no_schema_that_was_ever_written_lacks_its_step():
    assert sorted(UPCASTERS) == list(range(1, SCHEMA))


def test_what_is_handed_in_stays_as_it_was():
    events = [["turn", "Ana", "red"]]

    upcast(1, events, CHAIN, target=4)

    assert events == [["turn", "Ana", "red"]]
