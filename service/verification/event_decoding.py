"""Reading events in the form that clients see, strictly, back into their types.

The forms follow from the named tuples of `service.rules`: each record is an object
with exactly its fields. Besides their types, texts are checked: those that no game
can have had are refused.
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


def _hexadecimal(length: int) -> Any:
    pattern = rf"\A[0-9a-f]{{{length}}}\Z"
    return Annotated[str, msgspec.Meta(pattern=pattern)]


_STRICTER: Final = {
    (GameCreated, "seed_hash"): _hexadecimal(64),
    # Of one length: salt and seed are hashed in a row, and could be cut elsewhere.
    (GameEnded, "seed_salt"): _hexadecimal(32),
}
"""Types of fields that their annotations do not tell."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event and the place that it claims; `at` is milliseconds since 1970."""

    version: int
    index: int
    at: int
    event: Event


class MalformedEvent(Exception):
    """A JSON object that is no event; the message names the field."""


class _Envelope(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    index: int
    at: str
    type: str
    data: EventDocument


def decode_event(document: EventDocument) -> RecordedEvent:
    """The event that `document` shows. Raises `MalformedEvent`."""
    envelope: _Envelope = _convert(document, _Envelope, "")
    if envelope.type not in _FORMS:
        raise MalformedEvent("type: no event has this name")
    data = _convert(envelope.data, _FORMS[envelope.type], "data")
    event: Event = _record(data)
    for field, reason in _text_problems(event):
        raise MalformedEvent(f"data.{field}: {reason}")
    try:
        at = parse_timestamp(envelope.at)
    except ValueError as error:
        raise MalformedEvent(f"at: {error}") from error
    return RecordedEvent(envelope.version, envelope.index, at, event)


def _text_problems(event: Event) -> Iterator[tuple[str, str]]:
    """The fields with texts that no game can have had, and why."""
    if isinstance(event, GameCreated):
        for index, player in enumerate(event.players):
            if reason := name_problem(player.name):
                yield f"players[{index}].name", reason
    if isinstance(event, GameEnded) and (reason := seed_problem(event.seed)):
        yield "seed", reason


def _convert(value: EventDocument, form: type, root: str) -> Any:
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$")
        if " matching regex " in reason:
            reason = "must be hexadecimal digits, as many as every game has"
        field = (root + place.rstrip("`")).lstrip(".") or "event"
        message = f"{field}: {reason.replace('`', '')}"
        raise MalformedEvent(truncated(message, MAX_MESSAGE_LENGTH)) from error


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """A JSON object with exactly the fields of a record."""

    record: ClassVar[Callable[..., Any]]


def _form(record: Any) -> Any:
    """The form of a named tuple, a subclass of `_Form`."""
    fields: list[tuple[str, Any]] = [
        (name, _STRICTER.get((record, name)) or _field_type(hint))
        for name, hint in get_type_hints(record).items()
    ]
    form: Any = msgspec.defstruct(record.__name__, fields, bases=(_Form,))
    form.record = record
    return form


def _field_type(hint: Any) -> Any:
    """The type of a field, with the form of each record in the record's place."""
    if get_origin(hint) is tuple:
        return tuple[_field_type(get_args(hint)[0]), ...]  # type: ignore[misc]
    is_record = isinstance(hint, type) and hasattr(hint, "_fields")
    return _form(hint) if is_record else hint


def _record(value: Any) -> Any:
    """The record that a form was filled in for."""
    if isinstance(value, _Form):
        return type(value).record(*map(_record, msgspec.structs.astuple(value)))
    return tuple(map(_record, value)) if isinstance(value, tuple) else value


_FORMS: Final = {name: _form(record) for name, record in EVENT_TYPES.items()}
