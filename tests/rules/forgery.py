"""Ways to tamper with the history of a finished game, each of which makes it untrue.

Not every change does: another line or column is another player's choice, and another
possible game. So those two are left as they are.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from service.rules import Event, GameCreated, TilePlaced, TilesTaken

History = list[tuple[Event, ...]]

UNPROVEN = {(GameCreated, "seeded")}
"""What the rules cannot know."""
CHOSEN = {(TilesTaken, "line"), (TilePlaced, "column")}
"""What a player was free to choose, in the first event of a version."""


def with_other_numbers(history: Sequence[tuple[Event, ...]], at: int) -> list[History]:
    """Each number of a version, one higher or lower, and each truth turned around."""
    return [
        put(history, at, (*events[:index], other, *events[index + 1 :]))
        for events in [history[at]]
        for index, event in enumerate(events)
        for other in other_events(event, UNPROVEN | (CHOSEN if index == 0 else set()))
    ]


def with_events_missing(history: Sequence[tuple[Event, ...]], at: int) -> list[History]:
    """A version without one of its events, and the history without the version."""
    events = history[at]
    whole = [] if at == len(history) - 1 else [[*history[:at], *history[at + 1 :]]]
    return whole + [
        put(history, at, (*events[:index], *events[index + 1 :]))
        for index in range(len(events))
    ]


def with_events_doubled(history: Sequence[tuple[Event, ...]], at: int) -> list[History]:
    """A version with one of its events twice, and the history with it twice."""
    events = history[at]
    return [
        [*history[: at + 1], *history[at:]],
        *(
            put(history, at, (*events[: index + 1], *events[index:]))
            for index in range(len(events))
        ),
    ]


def with_events_swapped(history: Sequence[tuple[Event, ...]], at: int) -> list[History]:
    """A version with two neighbors in the other order; takes after the next one.

    Placements of different seats may well come in another order (R25).
    """
    events = history[at]
    within = [
        put(history, at, (*events[:i], events[i + 1], events[i], *events[i + 2 :]))
        for i in range(len(events) - 1)
    ]
    if at + 1 < len(history) and isinstance(events[0], TilesTaken):
        return [[*history[:at], history[at + 1], events, *history[at + 2 :]], *within]
    return within


TAMPERINGS = [
    with_other_numbers,
    with_events_missing,
    with_events_doubled,
    with_events_swapped,
]


def put(
    history: Sequence[tuple[Event, ...]], at: int, events: tuple[Any, ...]
) -> History:
    return [*history[:at], events, *history[at + 1 :]]


def other_events(event: Event, spared: set[tuple[type, str]]) -> Iterator[Event]:
    """The event with one number inside it changed."""
    for field, value in event._asdict().items():
        if (type(event), field) not in spared:
            for other in other_values(value):
                yield event._replace(**{field: other})


def other_values(value: Any) -> Iterator[Any]:
    """Everything that differs from a value in one number."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, tuple):
        for index, one in enumerate(value):
            for other in other_values(one):
                items = (*value[:index], other, *value[index + 1 :])
                yield type(value)(*items) if hasattr(value, "_fields") else items
