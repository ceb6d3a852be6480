"""Parsing JSON strictly: what other parsers tolerate is an error."""

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

MAX_DEPTH: Final = 16
"""Levels of nesting: more than any body needs, far fewer than Python can recurse."""
MAX_INTEGER_DIGITS: Final = 20
"""Digits of a whole number; parsing very long ones is slow."""


class InvalidJson(ValueError):
    """Bytes that are not strict JSON.

    `path` is where the wrong value is, with dots between levels, empty for the whole
    document; `message` says what is wrong with it.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path = ""

    def within(self, step: str | int) -> "InvalidJson":
        """This error, with `step` (a key or an index) in front of its path."""
        name = str(step).encode("utf-8", "replace").decode()
        self.path = f"{name}.{self.path}" if self.path else name
        return self


def parse(body: bytes) -> Any:
    """The value of the JSON document `body`.

    Raises `InvalidJson` for anything that is not strict JSON: invalid UTF-8, duplicate
    keys, NaN, numbers beyond a double, lone surrogates, trailing text, deep nesting.
    """
    try:
        value = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidJson(f"is not valid UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise InvalidJson(f"is not valid JSON at character {error.pos}") from error
    except RecursionError as error:
        raise InvalidJson("is nested too deeply") from error
    _check(value, MAX_DEPTH)
    return value


class _DuplicateKey(dict[str, Any]):
    """An object in which `key` appears more than once."""

    key = ""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    duplicate = _DuplicateKey(members)
    duplicate.key = _first_duplicate([key for key, _ in pairs])
    return duplicate


def _first_duplicate(keys: Sequence[str]) -> str:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            break
        seen.add(key)
    return key


def _integer(text: str) -> float:
    return int(text) if len(text) <= MAX_INTEGER_DIGITS else math.inf


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_members, parse_int=_integer)


def _check(value: object, depth: int) -> None:
    """Raise `InvalidJson` for what Python's parser tolerates."""
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise InvalidJson("is not a number, or too large")
    elif isinstance(value, dict):
        if isinstance(value, _DuplicateKey):
            raise InvalidJson("appears twice in the same object").within(value.key)
        _check_members(value.items(), depth)
    elif isinstance(value, list):
        _check_members(enumerate(value), depth)


def _check_members(members: Iterable[tuple[str | int, object]], depth: int) -> None:
    if depth == 0:
        raise InvalidJson("is nested too deeply")
    for step, member in members:
        try:
            if isinstance(step, str):
                _check_text(step)
            _check(member, depth - 1)
        except InvalidJson as error:
            raise error.within(step) from None


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InvalidJson("contains half of a surrogate pair") from error
