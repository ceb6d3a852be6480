"""Reading JSON without forgiving anything."""

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

DEEPEST: Final = 16
"""Levels of nesting: far more than any body needs, far less than any limit."""
LONGEST_NUMBER: Final = 20
"""Digits of a whole number; reading very long ones takes its time."""


class NotJson(ValueError):
    """Bytes that are not strict JSON.

    `path` leads to the value that is wrong, with dots between levels, and is empty
    if it is the whole; `message` says what is wrong with it.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = ""

    def within(self, step: str | int) -> "NotJson":
        """The same, told from one level further out."""
        name = str(step).encode("utf-8", "replace").decode()
        self.path = f"{name}.{self.path}" if self.path else name
        return self


def parse(body: bytes) -> Any:
    """The value that `body` holds.

    Raises `NotJson`, naming the place, for anything that is not strict JSON: bad
    UTF-8, duplicate keys, NaN, numbers beyond a double, lone surrogates, trailing
    text, deep nesting.
    """
    try:
        value = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NotJson(f"is not valid UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise NotJson(f"is not valid JSON at character {error.pos}") from error
    except RecursionError as error:
        raise NotJson("is nested too deeply") from error
    _check(value, DEEPEST)
    return value


class _Repeated(dict[str, Any]):
    """An object in which `key` stands more than once."""

    key = ""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _Repeated(members)
    repeated.key = _first_repeated([key for key, _ in pairs])
    return repeated


def _first_repeated(keys: Sequence[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            break
        seen.add(key)
    return key


def _integer(text: str) -> float:
    return int(text) if len(text) <= LONGEST_NUMBER else math.inf


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_members, parse_int=_integer)


def _check(value: object, depth: int) -> None:
    """Refuse what Python's parser lets pass."""
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise NotJson("is no number, or one that is too large")
    elif isinstance(value, dict):
        if isinstance(value, _Repeated):
            raise NotJson("stands twice in one object").within(value.key)
        _check_members(value.items(), depth)
    elif isinstance(value, list):
        _check_members(enumerate(value), depth)


def _check_members(members: Iterable[tuple[str | int, object]], depth: int) -> None:
    if depth == 0:
        raise NotJson("is nested too deeply")
    for step, member in members:
        try:
            if isinstance(step, str):
                _check_text(step)
            _check(member, depth - 1)
        except NotJson as error:
            raise error.within(step) from None


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise NotJson("holds half a surrogate pair") from error
