"""Upcasters: converting entries of older schemas to the current one, step by step.

A stored entry is never rewritten. When the stored format of events changes, `SCHEMA` is
raised by one and `UPCASTERS` gets a pure function from the schema before: raw events
([name, field, …]) in, raw events out. Logs of every released schema are kept with the
tests.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

RawEvents = list[list[Any]]
Upcaster = Callable[[RawEvents], RawEvents]

SCHEMA: Final = 1
"""The version of the stored format."""

UPCASTERS: Final[Mapping[int, Upcaster]] = {}
"""For each schema but the current one, the function that leads to the next."""


def upcast(
    schema: int,
    events: RawEvents,
    upcasters: Mapping[int, Upcaster] = UPCASTERS,
    target: int = SCHEMA,
) -> RawEvents:
    """Convert events of `schema` to `target`.

    Raises `ValueError` if no chain of upcasters leads there, as from a newer schema.
    """
    while schema != target:
        if schema not in upcasters:
            raise ValueError(f"unknown entry schema {schema}")
        events = upcasters[schema](events)
        schema += 1
    return events
