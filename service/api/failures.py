"""From every error that can reach a view to the problem that the client sees."""

import logging
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.problems import FieldError, Problem, problem_response
from service.play import errors as play
from service.rules import Refused
from service.store import CorruptLog, StorageUnavailable

log = logging.getLogger(__name__)

RETRY_SOON: Final = {"Retry-After": "1"}
RETRY_LATER: Final = {"Retry-After": "10"}
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


def _unavailable(error: StorageUnavailable) -> Problem:
    log.warning("the store does not answer: %s", error)
    return Problem(
        "storage_unavailable",
        "The store of the games does not answer now. Nothing may have been played; "
        "repeat the request with the same Idempotency-Key to be sure.",
        headers=RETRY_SOON,
    )


def _corrupt(error: CorruptLog) -> Problem:
    log.error("damaged log: %s", error)
    where = f" at version {error.version}" if error.version else ""
    return Problem(
        "log_corrupt",
        f"The log of this game is damaged{where} and was left as it is; other games "
        "are not affected. The operator has to look at it.",
    )


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    play.GameNotFound: _plain("game_not_found"),
    play.VersionNotFound: _plain("version_not_found"),
    play.TokenInvalid: _plain("token_invalid", **CHALLENGE),
    play.WrongGame: _plain("wrong_game"),
    play.KeyReused: _plain("idempotency_key_reused"),
    play.VersionMismatch: _plain("version_mismatch"),
    play.Conflict: _plain("conflict"),
    play.NotAHistory: _plain("malformed_request"),
    play.TooManyWatchers: _plain("too_many_watchers", **RETRY_LATER),
    play.WatchEnded: _plain("too_many_watchers", **RETRY_SOON),
    Refused: _refused,
    StorageUnavailable: _unavailable,
    CorruptLog: _corrupt,
}

_HTTP_CODES: Final = {
    404: ("not_found", "The API's paths are described at /docs."),
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
    detail = "This is a fault of the service and was recorded."
    problem = Problem("internal_error", detail)
    log.error("unexpected error, answered as %s", problem.instance, exc_info=error)
    return problem_response(problem)
