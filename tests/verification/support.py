"""Recorded games as clients download them, true ones and forged ones."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from service.api.serializers import event_documents
from service.credentials.seeded_draws import SeededDraws
from service.rules import CreateGame, Event, State
from tests.rules.games import at_random, dice, play
from tests.rules.support import NAMES

Document = dict[str, Any]

CREATED_AT = 1_777_919_400_125
EVENTFUL = "11"
"""A seed with which two players on the gray board see every type of event, and the
lid poured into the bag.
"""
SALT = "0123456789abcdef" * 2


@cache
def game(
    board: str = "colored", seats: int = 2, seed: str = "a1"
) -> tuple[tuple[tuple[Event, ...], State], ...]:
    """The versions of a whole game whose draws follow from `seed`."""
    create = CreateGame(NAMES[:seats], board, 0)
    randomness = SeededDraws(seed, SALT, seeded=True)
    return tuple(
        (version.events, version.state)
        for version in play(create, at_random(dice(seed)), randomness)
    )


def documents(*which: Any) -> list[Document]:
    """The events of `game(*which)`; version n came about n seconds after the first."""
    return _recorded(tuple(events for events, _ in game(*which)))


def _recorded(versions: tuple[tuple[Event, ...], ...]) -> list[Document]:
    shown = [
        document
        for number, events in enumerate(versions, start=1)
        for document in event_documents(number, CREATED_AT + number * 1000, events)
    ]
    return list(json.loads(json.dumps(shown)))


def states(*which: Any) -> list[State]:
    return [state for _, state in game(*which)]


def lines(events: list[Document]) -> bytes:
    """The events as a download."""
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


def find(events: list[Document], kind: str, nth: int = 0) -> int:
    """The place of the nth event of a type."""
    return [n for n, event in enumerate(events) if event["type"] == kind][nth]


def forged(change: Callable[[list[Document]], object], *which: Any) -> list[Document]:
    """The events of a game after a forger changed them."""
    events = deepcopy(documents(*which))
    change(events)
    return events
