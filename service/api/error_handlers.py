"""From every error that can reach a view to the problem that the client sees."""

import logging
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.problems import FieldError, Problem, field_name, problem_response
from service.credentials.errors import TokenInvalid, WrongGame
from service.formats.strict_json import NotJson
from service.games import errors as games
from service.rules import Refused
from service.store import CorruptLog, StorageUnavailable
from service.verification.errors import NotAHistory

log = logging.getLogger(__name__)

RETRY_AFTER_1_S: Final = {"Retry-After": "1"}
RETRY_AFTER_10_S: Final = {"Retry-After": "10"}
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="seat"'}


def register(app: Flask) -> None:
    """Answer every error with a problem, whether raised by a view or by Flask."""
    app.register_error_handler(Problem, problem_response)
    for error, problem_of in _PROBLEMS.items():
        app.register_error_handler(error, _handler(problem_of))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def _handler(problem_of: Callable[[Any], Problem]) -> Callable[[Any], Response]:
    return lambda error: problem_response(problem_of(error))


def _plain(code: str, **headers: str) -> Callable[[Exception], Problem]:
    return lambda error: Problem(code, str(error), headers=headers)


def _refused(error: Refused) -> Problem:
    wrong = [FieldError(error.field, error.detail)] if error.field else []
    return Problem(error.code, error.detail, wrong)


def _not_json(error: NotJson) -> Problem:
    field = field_name(error.path)
    where = f"The field {field}" if error.path else "The body"
    wrong = [FieldError(field, error.message)]
    return Problem("malformed_request", f"{where} {error.message}.", wrong)


def _unavailable(error: StorageUnavailable) -> Problem:
    log.warning("the store is unavailable: %s", error)
    return Problem(
        "storage_unavailable",
        "The game store is unavailable. The command may or may not have been applied; "
        "retry with the same Idempotency-Key.",
        headers=RETRY_AFTER_1_S,
    )


def _corrupt(error: CorruptLog) -> Problem:
    log.error("damaged log: %s", error)
    where = f" at version {error.version}" if error.version else ""
    return Problem(
        "log_corrupt",
        f"The log of this game is damaged{where} and was left as it is; other games "
        "are not affected. Retrying does not help: the operator has to look at it.",
    )


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    games.GameNotFound: _plain("game_not_found"),
    games.VersionNotFound: _plain("version_not_found"),
    TokenInvalid: _plain("token_invalid", **CHALLENGE),
    WrongGame: _plain("wrong_game"),
    games.KeyReused: _plain("idempotency_key_reused"),
    games.VersionMismatch: _plain("version_mismatch"),
    games.Conflict: _plain("conflict"),
    NotAHistory: _plain("malformed_request"),
    games.TooManyWatchers: _plain("too_many_watchers", **RETRY_AFTER_10_S),
    games.SubscriptionEnded: _plain("too_many_watchers", **RETRY_AFTER_1_S),
    Refused: _refused,
    NotJson: _not_json,
    StorageUnavailable: _unavailable,
    CorruptLog: _corrupt,
}

_HTTP_CODES: Final = {
    404: ("not_found", "There is no such path; /docs describes those of the API."),
    405: ("method_not_allowed", "The Allow header names the methods of this path."),
    406: ("not_acceptable", "The API answers in JSON."),
    413: ("payload_too_large", "Bodies are limited to 64 kB."),
    415: ("unsupported_media_type", "Send JSON with Content-Type: application/json."),
}


def _http_error(error: HTTPException) -> Response:
    """What Flask and Werkzeug refuse by themselves."""
    status = error.code or 500
    if status >= 500:
        return _unexpected(error)
    code, detail = _HTTP_CODES.get(
        status, ("malformed_request", "The request is no valid HTTP request.")
    )
    allow = {k: v for k, v in error.get_headers() if k == "Allow"}
    return problem_response(Problem(code, detail, headers=allow))


def _unexpected(error: Exception) -> Response:
    detail = "This is a fault of the service and was logged."
    problem = Problem("internal_error", detail)
    log.error("unexpected error, answered as %s", problem.instance, exc_info=error)
    return problem_response(problem)
