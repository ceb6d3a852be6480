"""The format of a log entry in a Redis stream: these fields, in this order.

    v   schema version of the entry
    t   when it was written, milliseconds since 1970 (UTC)
    by  the seat that acted, empty for the creation
    k   digest of the idempotency key and fingerprint of the request, or a nonce
    x   the seed and its salt, encrypted; only in the first entry
    e   the events: a JSON list of [name, field, field, …]
    d   digest over all of these and the digest of the entry before; the chain begins
        with the game's id, so that one game's log cannot stand in for another's

Every entry has all seven fields, so that Redis stores their names only once. Events are
stored by position, which halves their size; the fields are those of
`service.rules.events`.
"""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from service.rules import EVENT_NAMES, EVENT_TYPES, Event
from service.store.errors import CorruptLog
from service.store.game_log import Draft, Entry
from service.store.upcasters import SCHEMA, upcast

CHAINED: Final = (b"v", b"t", b"by", b"k", b"x", b"e")
DIGEST: Final = b"d"

# RecursionError: for JSON that is nested too deeply.
_MALFORMED: Final = (
    KeyError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
    RecursionError,
)

Fields = dict[bytes, bytes]


def encode(game_id: str, previous: str, draft: Draft) -> Fields:
    """The stream fields of the entry that follows the one with digest `previous`.

    `previous` is empty for version 1.
    """
    events = [(EVENT_NAMES[type(event)], *event) for event in draft.events]
    fields = {
        b"v": b"%d" % SCHEMA,
        b"t": b"%d" % draft.at,
        b"by": b"" if draft.by is None else b"%d" % draft.by,
        b"k": draft.key.encode(),
        b"x": draft.encrypted_seed.encode(),
        b"e": msgspec.json.encode(events),
    }
    return {**fields, DIGEST: _chain(previous or game_id, fields)}


def decode(
    game_id: str, previous: str, version: int, fields: Mapping[bytes, bytes]
) -> Entry:
    """The entry that `encode` wrote as `fields`, with its digest checked.

    `previous` is the digest of the entry before, empty for version 1. Raises
    `CorruptLog`.
    """
    try:
        if _chain(previous or game_id, fields) != fields[DIGEST]:
            raise CorruptLog(game_id, version, "the digest chain is broken")
        by = fields[b"by"]
        return Entry(
            version=version,
            at=int(fields[b"t"]),
            by=int(by) if by else None,
            key=fields[b"k"].decode(),
            encrypted_seed=fields[b"x"].decode(),
            events=_events(int(fields[b"v"]), fields[b"e"]),
            digest=fields[DIGEST].decode(),
        )
    except _MALFORMED as error:
        raise CorruptLog(game_id, version, f"the entry is malformed: {error}") from (
            error
        )


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
