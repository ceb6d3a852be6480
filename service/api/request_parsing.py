"""Parsing a request, strictly: body, headers and query."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final, NamedTuple

from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from service.api.error_handlers import CHALLENGE
from service.api.problems import FieldError, Problem, field_name
from service.formats import strict_json
from service.formats.game_ids import is_game_id
from service.games.errors import GameNotFound

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON parser reads exactly."""

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_VERSION: Final = r"[1-9][0-9]{0,15}"
_ETAG: Final = re.compile(f'"({_VERSION})"')
_BEARER: Final = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)
_PARAMETER: Final = re.compile(r";(?!\s*q\s*=)[^;,]*", re.IGNORECASE)


def parse_game_id(text: str) -> str:
    """`text`, if it has the format of a game's id. Raises `GameNotFound` if not."""
    if not is_game_id(text):
        raise GameNotFound
    return text


def parse_body(schema: Schema) -> Any:
    """The JSON body, loaded by `schema`.

    Raises `Problem`, which lists every wrong field, and `InvalidJson`.
    """
    if request.mimetype != JSON:
        raise Problem(
            "unsupported_media_type", "Send JSON with Content-Type: application/json."
        )
    value = strict_json.parse(raw_body())
    if not isinstance(value, dict):
        raise Problem(
            "validation_failed",
            "The body must be a JSON object.",
            [FieldError("(body)", "must be an object")],
        )
    try:
        return schema.load(value)
    except ValidationError as error:
        errors = list(_flatten(error.messages))
        named = ", ".join(each.field for each in errors)
        raise Problem("validation_failed", f"Wrong fields: {named}.", errors) from error


class CommandRequest(NamedTuple):
    """The parts of a command request; `if_version` is None without If-Match."""

    game_id: str
    token: str
    body: Any
    key: str | None
    if_version: int | None


def parse_command(game: str, schema: Schema) -> CommandRequest:
    """Parse a command on `game`, whose body `schema` loads.

    Raises `Problem`, `InvalidJson` and `GameNotFound`.
    """
    accepted(JSON)
    parse_query()
    token = bearer_token()
    body = parse_body(schema)
    return CommandRequest(
        parse_game_id(game), token, body, idempotency_key(), if_match()
    )


def raw_body() -> bytes:
    """The bytes of the body. Raises `RequestEntityTooLarge`.

    Werkzeug raises it for a Content-Length that is too large, but silently truncates a
    chunked body at the limit.
    """
    body = request.get_data(cache=False)
    may_be_truncated = len(body) == request.max_content_length != request.content_length
    if may_be_truncated and request.environ["wsgi.input"].read(1):
        raise RequestEntityTooLarge
    return body


def _flatten(messages: Any, path: str = "") -> Any:
    """Marshmallow's tree of messages as `FieldError`s, with dots between levels."""
    if isinstance(messages, dict):
        for key, value in messages.items():
            step = "" if key == "_schema" else str(key)
            yield from _flatten(value, ".".join(filter(None, (path, step))))
    else:
        for message in messages:
            yield FieldError(field_name(path), message)


def bearer_token() -> str:
    """The seat token of the Authorization header. Raises `Problem`."""
    header = request.headers.get("Authorization")
    if header is None:
        raise Problem(
            "token_missing",
            "Send the token of your seat as Authorization: Bearer <token>.",
            headers=CHALLENGE,
        )
    match = _BEARER.fullmatch(header.strip())
    if match is None:
        raise Problem(
            "token_invalid",
            "The Authorization header must be of the form: Bearer <token>.",
            headers=CHALLENGE,
        )
    return match[1]


def idempotency_key() -> str | None:
    """The Idempotency-Key header, a UUID, or None. Raises `Problem`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _UUID.fullmatch(key):
        raise _bad_header("Idempotency-Key", "must be a UUID")
    return key


def if_match() -> int | None:
    """The version that If-Match asks for, None without it. Raises `Problem`."""
    header = request.headers.get("If-Match")
    if header is None:
        return None
    match = _ETAG.fullmatch(header)
    if match is None:
        raise _bad_header("If-Match", 'must be one version in quotes, such as "7"')
    return int(match[1])


def if_none_match() -> int | None:
    """The version in If-None-Match; None if it does not name exactly one."""
    tags = request.if_none_match.as_set(include_weak=True)
    tag = tags.pop() if len(tags) == 1 else None
    return int(tag) if tag and re.fullmatch(_VERSION, tag) else None


def _bad_header(name: str, message: str) -> Problem:
    error = FieldError(name, message)
    return Problem("malformed_request", f"The header {name} {message}.", [error])


def parse_query(**limits: tuple[int, int]) -> dict[str, int]:
    """The query parameters that were sent: integers within `limits` (low, high).

    Raises `Problem` for a number out of range, and for unknown or repeated parameters,
    so that a misspelled one is not ignored.
    """
    if not request.query_string:
        return {}
    errors = []
    values: dict[str, int] = {}
    for name, texts in request.args.lists():
        if name not in limits:
            known = ", ".join(limits) or "none"
            errors.append(
                FieldError(
                    field_name(name, "(query)"),
                    f"is unknown; known parameters: {known}",
                )
            )
        elif len(texts) > 1:
            errors.append(FieldError(name, "must be given only once"))
        elif (number := _integer(texts[0], *limits[name])) is None:
            low, high = limits[name]
            errors.append(FieldError(name, f"must be a whole number, {low} to {high}"))
        else:
            values[name] = number
    if errors:
        named = ", ".join(error.field for error in errors)
        raise Problem("validation_failed", f"Wrong query parameters: {named}.", errors)
    return values


def _integer(text: str, low: int, high: int) -> int | None:
    if not re.fullmatch(r"[0-9]{1,16}", text):
        return None
    number = int(text)
    return number if low <= number <= high else None


def accepted(*offers: str) -> str:
    """The media type of `offers` that the client prefers; the first of equal ones.

    Raises `Problem` (not_acceptable) if it accepts none of them.
    """
    best = _best(request.headers.get("Accept") or "*/*", offers)
    if best is None:
        raise Problem(
            "not_acceptable", f"The Accept header must allow {' or '.join(offers)}."
        )
    return best


@lru_cache(maxsize=256)
def _best(header: str, offers: Collection[str]) -> str | None:
    """The best of `offers`; parameters other than the weight `q` are ignored."""
    header = _PARAMETER.sub("", header)
    return parse_accept_header(header, MIMEAccept).best_match(offers)
