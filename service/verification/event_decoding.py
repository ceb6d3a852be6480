"""Decoding events from the JSON that clients receive, strictly.

The schemas follow from the named tuples of `service.rules`: each is a JSON object with
exactly its fields. Names and seeds that no game can have are refused, too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from service.formats.text import name_problem, seed_problem, truncated
from service.formats.timestamps import parse_timestamp
from service.rules import EVENT_TYPES, Event, GameCreated, GameEnded

EventDocument = dict[str, Any]
"""An event as a JSON object."""

MAX_MESSAGE_LENGTH: Final = 200
"""Characters; a message may quote what was uploaded."""


def _hexadecimal(length: int) -> Any:
    pattern = rf"\A[0-9a-f]{{{length}}}\Z"
    return Annotated[str, msgspec.Meta(pattern=pattern)]


_STRICTER_TYPES: Final = {
    (GameCreated, "seed_hash"): _hexadecimal(64),
    # Fixed length: the hash of salt and seed could otherwise be split elsewhere.
    (GameEnded, "seed_salt"): _hexadecimal(32),
}
"""Fields whose type is stricter than their annotation."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event with the version, index and time (ms since 1970) that it claims."""

    version: int
    index: int
    at: int
    event: Event


class MalformedEvent(Exception):
    """A JSON object that is not an event; the message names the field."""


class _Envelope(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    index: int
    at: str
    type: str
    data: EventDocument


def decode_event(document: EventDocument) -> RecordedEvent:
    """Decode an event. Raises `MalformedEvent`."""
    envelope: _Envelope = _convert(document, _Envelope, "")
    if envelope.type not in _SCHEMAS:
        raise MalformedEvent("type: unknown event type")
    data = _convert(envelope.data, _SCHEMAS[envelope.type], "data")
    event: Event = _record(data)
    for field, reason in _text_problems(event):
        raise MalformedEvent(f"data.{field}: {reason}")
    try:
        at = parse_timestamp(envelope.at)
    except ValueError as error:
        raise MalformedEvent(f"at: {error}") from error
    return RecordedEvent(envelope.version, envelope.index, at, event)


def _text_problems(event: Event) -> Iterator[tuple[str, str]]:
    """The fields with an invalid name or seed, and what is wrong."""
    if isinstance(event, GameCreated):
        for index, player in enumerate(event.players):
            if reason := name_problem(player.name):
                yield f"players[{index}].name", reason
    if isinstance(event, GameEnded) and (reason := seed_problem(event.seed)):
        yield "seed", reason


def _convert(value: EventDocument, schema: type, root: str) -> Any:
    try:
        return msgspec.convert(value, schema)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$")
        if " matching regex " in reason:
            reason = "must be hexadecimal digits, of the length that the service writes"
        field = (root + place.rstrip("`")).lstrip(".") or "event"
        message = f"{field}: {reason.replace('`', '')}"
        raise MalformedEvent(truncated(message, MAX_MESSAGE_LENGTH)) from error


class _RecordSchema(msgspec.Struct, forbid_unknown_fields=True):
    """A JSON object with exactly the fields of a record."""

    record: ClassVar[Callable[..., Any]]


def _schema(record: Any) -> Any:
    """The schema of a named tuple, a subclass of `_RecordSchema`."""
    fields: list[tuple[str, Any]] = [
        (name, _STRICTER_TYPES.get((record, name)) or _field_type(hint))
        for name, hint in get_type_hints(record).items()
    ]
    schema: Any = msgspec.defstruct(record.__name__, fields, bases=(_RecordSchema,))
    schema.record = record
    return schema


def _field_type(hint: Any) -> Any:
    """The type of a field, with named tuples replaced by their schemas."""
    if get_origin(hint) is tuple:
        return tuple[_field_type(get_args(hint)[0]), ...]  # type: ignore[misc]
    is_record = isinstance(hint, type) and hasattr(hint, "_fields")
    return _schema(hint) if is_record else hint


def _record(value: Any) -> Any:
    """The named tuple for a decoded value."""
    if isinstance(value, _RecordSchema):
        return type(value).record(*map(_record, msgspec.structs.astuple(value)))
    return tuple(map(_record, value)) if isinstance(value, tuple) else value


_SCHEMAS: Final = {name: _schema(record) for name, record in EVENT_TYPES.items()}
