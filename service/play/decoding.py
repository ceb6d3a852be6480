"""Reading events in the form that clients see, strictly, back into their types.

The forms follow from the named tuples of `service.rules`: each record is an object
with exactly its fields. `STRICTER` adds what their types do not say and no rule asks:
which texts a game can have had.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
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

from service.rules import (
    EVENT_TYPES,
    Counts,
    Event,
    GameCreated,
    GameEnded,
    Seat,
    Standing,
)

Document = dict[str, Any]

_ON_ONE_LINE: Final = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"


def _matching(pattern: str) -> Any:
    return Annotated[str, msgspec.Meta(pattern=rf"\A{pattern}\Z")]


STRICTER: Final = {
    (Seat, "name"): _matching(rf"(?=.*\S){_ON_ONE_LINE}{{1,40}}"),
    (GameCreated, "seed_hash"): _matching("[0-9a-f]{64}"),
    (GameEnded, "seed"): _matching(rf"{_ON_ONE_LINE}{{1,64}}"),
    # Of one length: a salt and a seed, hashed in a row, could else be cut elsewhere.
    (GameEnded, "seed_salt"): _matching("[0-9a-f]{32}"),
}
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event and where it says it stands; `at` is milliseconds since 1970."""

    version: int
    index: int
    at: int
    event: Event


class Malformed(Exception):
    """A JSON object that is no event; the message names the field."""


class _Frame(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    index: int
    at: str
    type: str
    data: Document


def decode(document: Document) -> Recorded:
    """The event that `document` shows. Raises `Malformed`."""
    frame: _Frame = _convert(document, _Frame, "")
    if frame.type not in _FORMS:
        raise Malformed("type: no event has this name")
    event: Event = _record(_convert(frame.data, _FORMS[frame.type], "data"))
    return Recorded(frame.version, frame.index, _milliseconds(frame.at), event)


def _convert(value: Document, form: type, root: str) -> Any:
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$")
        if " matching regex " in reason:
            reason = "this text cannot stand here"
        field = (root + place.rstrip("`")).lstrip(".") or "event"
        message = f"{field}: {reason.replace('`', '')}"
        raise Malformed(shortened(message)) from error


def shortened(text: str, most: int = 200) -> str:
    """`text`, which may come from a client, at a length for people."""
    return text if len(text) <= most else f"{text[:most]}…"


def _milliseconds(text: str) -> int:
    try:
        if _TIME.fullmatch(text):
            since = datetime.fromisoformat(text) - _EPOCH
            if since >= timedelta(0):
                return since // timedelta(milliseconds=1)
    except ValueError as error:
        raise Malformed(f"at: {error}") from error
    raise Malformed("at: not of the form 2026-01-31T18:30:00.000Z")


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """A JSON object with exactly the fields of a record."""

    record: ClassVar[Callable[..., Any]]


def _form(record: Any) -> Any:
    """The form of a named tuple, a subclass of `_Form`."""
    fields: list[tuple[str, Any]] = [
        (name, STRICTER.get((record, name)) or _plain(hint))
        for name, hint in get_type_hints(record).items()
    ]
    form: Any = msgspec.defstruct(record.__name__, fields, bases=(_Form,))
    form.record = record
    return form


def _plain(hint: Any) -> Any:
    """The type of a field, with the form of each record in the record's place."""
    if get_origin(hint) is tuple:
        return tuple[_plain(get_args(hint)[0]), ...]  # type: ignore[misc]
    return _form(hint) if hint in (Seat, Standing, Counts) else hint


def _record(value: Any) -> Any:
    """The record that a form was filled in for."""
    if isinstance(value, _Form):
        return type(value).record(*map(_record, msgspec.structs.astuple(value)))
    return tuple(map(_record, value)) if isinstance(value, tuple) else value


_FORMS: Final = {name: _form(record) for name, record in EVENT_TYPES.items()}
