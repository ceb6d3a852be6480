"""Turning every error of a request into the problem that the client receives."""

import logging
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.problem_types import INTERNAL_ERROR
from service.api.problems import FieldError, Problem, field_name, problem_response
from service.credentials.errors import TokenInvalid, WrongGame
from service.formats.strict_json import InvalidJson
from service.games import errors as games
from service.rules import Refused
from service.store import CorruptLog, StorageUnavailable
from service.verification.errors import NotAHistory

log = logging.getLogger(__name__)

RETRY_AFTER_1_S: Final = {"Retry-After": "1"}
RETRY_AFTER_10_S: Final = {"Retry-After": "10"}
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="seat"'}


def register(app: Flask) -> None:
    """Register handlers for all errors, whether raised by a view or by Flask."""
    app.register_error_handler(Problem, problem_response)
    for error, problem_of in _PROBLEMS.items():
        app.register_error_handler(error, _handler(problem_of))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def _handler(problem_of: Callable[[Any], Problem]) -> Callable[[Any], Response]:
    return lambda error: problem_response(problem_of(error))


def _with_message(code: str, **headers: str) -> Callable[[Exception], Problem]:
    return lambda error: Problem(code, str(error), headers=headers)


def _refused(error: Refused) -> Problem:
    errors = [FieldError(error.field, error.detail)] if error.field else []
    return Problem(error.code, error.detail, errors)


def _not_json(error: InvalidJson) -> Problem:
    field = field_name(error.path)
    where = f"The field {field}" if error.path else "The body"
    errors = [FieldError(field, error.message)]
    return Problem("malformed_request", f"{where} {error.message}.", errors)


def _unavailable(error: StorageUnavailable) -> Problem:
    log.warning("the store is unavailable: %s", error)
    return Problem(
        "storage_unavailable",
        "The game store is unavailable. The command may or may not have been applied; "
        "retry with the same Idempotency-Key.",
        headers=RETRY_AFTER_1_S,
    )


def _corrupt(error: CorruptLog) -> Problem:
    log.error("the log of a game is damaged: %s", error)
    where = f" at version {error.version}" if error.version else ""
    return Problem(
        "log_corrupt",
        f"The log of this game is damaged{where} and was left unchanged; other games "
        "are not affected. Do not retry: the operator of the service has to repair it.",
    )


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    games.GameNotFound: _with_message("game_not_found"),
    games.VersionNotFound: _with_message("version_not_found"),
    TokenInvalid: _with_message("token_invalid", **CHALLENGE),
    WrongGame: _with_message("wrong_game"),
    games.KeyReused: _with_message("idempotency_key_reused"),
    games.VersionMismatch: _with_message("version_mismatch"),
    games.Conflict: _with_message("conflict"),
    NotAHistory: _with_message("malformed_request"),
    games.TooManyWatchers: _with_message("too_many_watchers", **RETRY_AFTER_10_S),
    games.SubscriptionEnded: _with_message("too_many_watchers", **RETRY_AFTER_1_S),
    Refused: _refused,
    InvalidJson: _not_json,
    StorageUnavailable: _unavailable,
    CorruptLog: _corrupt,
}

_HTTP_CODES: Final = {
    404: ("not_found", "There is no such path; see /docs for the paths of the API."),
    405: ("method_not_allowed", "The Allow header lists the methods of this path."),
    406: ("not_acceptable", "The Accept header must allow application/json."),
    413: ("payload_too_large", "The body is larger than 64 kB."),
    415: ("unsupported_media_type", "Send JSON with Content-Type: application/json."),
}


def _http_error(error: HTTPException) -> Response:
    """The response to an error that Flask or Werkzeug raised."""
    status = error.code or 500
    if status >= 500:
        return _unexpected(error)
    code, detail = _HTTP_CODES.get(
        status, ("malformed_request", "The request is not a valid HTTP request.")
    )
    allow = {k: v for k, v in error.get_headers() if k == "Allow"}
    return problem_response(Problem(code, detail, headers=allow))


def _unexpected(error: Exception) -> Response:
    problem = Problem("internal_error", INTERNAL_ERROR)
    log.error("unexpected error, instance %s", problem.instance, exc_info=error)
    return problem_response(problem)
