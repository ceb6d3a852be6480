"""An entry of a game's log, and its form in the stream.

Field by field, in the stream's order:

    v   schema version of the entry
    t   when it was written, milliseconds since 1970 (UTC)
    by  the seat that acted, empty for the creation
    k   digest of the idempotency key and fingerprint of the request, or a nonce
    x   the seed and its salt, sealed; only in the first entry
    e   the events: a JSON list of [name, field, field, …]
    d   digest over all of the above and the entry before: a chain that begins
        with the game's id, so that no log passes for another game's

Every entry has all seven, since Redis then stores their names once. Events are kept
by position to halve their size; their fields are those of `service.rules.events`.
"""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from service.rules import EVENT_NAMES, EVENT_TYPES, Event
from service.store.errors import CorruptLog
from service.store.upcast import SCHEMA, upcast

CHAINED: Final = (b"v", b"t", b"by", b"k", b"x", b"e")
DIGEST: Final = b"d"

# The last is for JSON that is nested without end.
_MALFORMED = (KeyError, TypeError, ValueError, msgspec.MsgspecError, RecursionError)

Fields = dict[bytes, bytes]


class Draft(NamedTuple):
    """An accepted command that has not found its place in the log yet.

    `at` is in milliseconds since 1970, `by` a seat, None for the creation.
    """

    at: int
    by: int | None
    key: str
    seal: str
    events: tuple[Event, ...]


class Entry(NamedTuple):
    """One accepted command: all that it caused, and where it stands in the chain."""

    version: int
    at: int
    by: int | None
    key: str
    seal: str
    events: tuple[Event, ...]
    digest: str


def encode(previous: str, draft: Draft) -> Fields:
    """The stream fields of an entry that follows the one with digest `previous`.

    For the first entry that is the game's id.
    """
    events = [(EVENT_NAMES[type(event)], *event) for event in draft.events]
    fields = {
        b"v": b"%d" % SCHEMA,
        b"t": b"%d" % draft.at,
        b"by": b"" if draft.by is None else b"%d" % draft.by,
        b"k": draft.key.encode(),
        b"x": draft.seal.encode(),
        b"e": msgspec.json.encode(events),
    }
    return {**fields, DIGEST: _chain(previous, fields)}


def decode(
    game_id: str, previous: str | None, version: int, fields: Mapping[bytes, bytes]
) -> Entry:
    """Read an entry back and check it against the digest of the one before it.

    `previous` is None where that one is not at hand: the chain is then taken as
    checked. Raises `CorruptLog`.
    """
    try:
        if previous is not None and not _follows(previous or game_id, fields):
            raise CorruptLog(game_id, version, "the digest chain is broken")
        by = fields[b"by"]
        return Entry(
            version=version,
            at=int(fields[b"t"]),
            by=int(by) if by else None,
            key=fields[b"k"].decode(),
            seal=fields[b"x"].decode(),
            events=_events(int(fields[b"v"]), fields[b"e"]),
            digest=fields[DIGEST].decode(),
        )
    except _MALFORMED as error:
        raise CorruptLog(game_id, version, f"the entry is malformed: {error}") from (
            error
        )


def _follows(previous: str, fields: Mapping[bytes, bytes]) -> bool:
    return _chain(previous, fields) == fields[DIGEST]


def _chain(previous: str, fields: Mapping[bytes, bytes]) -> bytes:
    """128 bits of SHA-256, as 22 characters; no chained field holds a line break."""
    text = b"\n".join((previous.encode(), *(fields[name] for name in CHAINED)))
    return urlsafe_b64encode(sha256(text).digest()[:16])[:22]


def _events(schema: int, stored: bytes) -> tuple[Event, ...]:
    raw: list[list[Any]] = msgspec.json.decode(stored)
    return tuple(
        msgspec.convert(fields, EVENT_TYPES[name])
        for name, *fields in upcast(schema, raw)
    )
