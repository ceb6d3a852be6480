"""Reading JSON without forgiving anything."""

import json
from typing import Any, Final, NoReturn

from service.api.problems import FieldError, Problem

DEEPEST: Final = 16
"""Levels of nesting: far more than any body needs, far less than any limit."""


def parse(body: bytes) -> Any:
    """The value that `body` holds.

    Raises `Problem` (malformed_request) for anything that is not strict JSON: bad
    UTF-8, duplicate keys, NaN, numbers beyond a double, lone surrogates, trailing
    text, deep nesting.
    """
    try:
        text = body.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_number,
        )
        _check(value, DEEPEST)
    except UnicodeError as error:
        raise _malformed(f"The body is not valid UTF-8: {error}.") from error
    except RecursionError as error:
        raise _malformed("The body is nested too deeply.") from error
    except ValueError as error:
        raise _malformed(f"The body is not valid JSON: {error}.") from error
    return value


def _malformed(detail: str, *errors: FieldError) -> Problem:
    return Problem("malformed_request", detail, errors)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        shown = twice.encode("utf-8", "replace").decode()
        raise _malformed(
            f"The key {shown!r} stands twice in one object.",
            FieldError(shown or "(empty)", "stands twice"),
        )
    return members


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _check(value: object, depth: int) -> None:
    """Refuse what Python's parser lets pass: surrogates and depth."""
    if depth == 0:
        raise RecursionError
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, dict):
        for key, member in value.items():
            key.encode("utf-8")
            _check(member, depth - 1)
    elif isinstance(value, list):
        for member in value:
            _check(member, depth - 1)
