"""Reading JSON without forgiving anything."""

import json
import math
from typing import Any, Final

from service.api.problems import FieldError, Problem, shown

DEEPEST: Final = 16
"""Levels of nesting: far more than any body needs, far less than any limit."""
LONGEST_NUMBER: Final = 20
"""Digits of a whole number; reading very long ones takes its time."""


def parse(body: bytes) -> Any:
    """The value that `body` holds.

    Raises `Problem` (malformed_request), naming the field, for anything that is not
    strict JSON: bad UTF-8, duplicate keys, NaN, numbers beyond a double, lone
    surrogates, trailing text, deep nesting.
    """
    try:
        value = json.loads(
            body.decode("utf-8"), object_pairs_hook=_members, parse_int=_integer
        )
    except UnicodeDecodeError as error:
        raise _malformed("", f"is not valid UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise _malformed("", f"is not valid JSON at character {error.pos}") from error
    except RecursionError as error:
        raise _malformed("", "is nested too deeply") from error
    _check(value, "", DEEPEST)
    return value


class _Repeated(dict[str, Any]):
    """An object in which `key` stands more than once."""

    key = ""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _Repeated(members)
    keys = [key for key, _ in pairs]
    repeated.key = next(key for key in keys if keys.count(key) > 1)
    return repeated


def _integer(text: str) -> float:
    return int(text) if len(text) <= LONGEST_NUMBER else math.inf


def _check(value: object, path: str, depth: int) -> None:
    """Refuse what Python's parser lets pass; `path` leads to `value`."""
    if depth == 0:
        raise _malformed(path, "is nested too deeply")
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, float) and not math.isfinite(value):
        raise _malformed(path, "is no number, or one that is too large")
    elif isinstance(value, dict):
        _check_object(value, path, depth)
    elif isinstance(value, list):
        for place, member in enumerate(value):
            _check(member, _step(path, str(place)), depth - 1)


def _check_object(value: dict[str, Any], path: str, depth: int) -> None:
    if isinstance(value, _Repeated):
        raise _malformed(_step(path, value.key), "stands twice in one object")
    for key, member in value.items():
        _check_text(key, _step(path, key))
        _check(member, _step(path, key), depth - 1)


def _check_text(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _malformed(path, "holds half a surrogate pair") from error


def _step(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step


def _malformed(path: str, message: str) -> Problem:
    field = shown(path)
    detail = f"The field {field} {message}." if path else f"The body {message}."
    return Problem("malformed_request", detail, [FieldError(field, message)])
