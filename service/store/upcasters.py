"""Turning entries of older schemas into today's, one step at a time.

A stored entry is never rewritten. When the stored form of events changes, `SCHEMA`
goes up by one and `UPCASTERS` gains a function from the schema before: raw events
([name, field, …]) in, raw events out, pure. Golden logs of every schema that was
ever released are kept with the tests.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

RawEvents = list[list[Any]]
Upcaster = Callable[[RawEvents], RawEvents]

SCHEMA: Final = 1

UPCASTERS: Final[Mapping[int, Upcaster]] = {}


def upcast(
    schema: int,
    events: RawEvents,
    upcasters: Mapping[int, Upcaster] = UPCASTERS,
    target: int = SCHEMA,
) -> RawEvents:
    """Events of `schema` as events of `target`.

    Raises ValueError for a schema that this program does not know: a newer one, or
    one that no chain of upcasters leads away from.
    """
    while schema != target:
        if schema not in upcasters:
            raise ValueError(f"unknown entry schema {schema}")
        events = upcasters[schema](events)
        schema += 1
    return events
