"""All problem codes, with their HTTP statuses and titles."""

from typing import Final, NamedTuple


class ProblemType(NamedTuple):
    """What all problems of one code have in common: RFC 9457's problem type."""

    status: int
    title: str


_STATUSES: Final[dict[str, int]] = {
    "malformed_request": 400,
    "token_missing": 401,
    "token_invalid": 401,
    "wrong_game": 403,
    "not_found": 404,
    "game_not_found": 404,
    "version_not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "not_your_turn": 409,
    "game_finished": 409,
    "wrong_phase": 409,
    "conflict": 409,
    "version_mismatch": 412,
    "payload_too_large": 413,
    "unsupported_media_type": 415,
    "validation_failed": 422,
    "idempotency_key_reused": 422,
    "color_not_in_source": 422,
    "display_empty": 422,
    "line_holds_other_color": 422,
    "line_full": 422,
    "color_on_wall_row": 422,
    "dropped_too_many": 422,
    "line_not_pending": 422,
    "column_not_allowed": 422,
    "rate_limited": 429,
    "internal_error": 500,
    "storage_unavailable": 503,
    "too_many_watchers": 503,
    "log_corrupt": 503,
}

PROBLEM_TYPES: Final = {
    code: ProblemType(status, code.replace("_", " ").capitalize())
    for code, status in _STATUSES.items()
}

INTERNAL_ERROR: Final = (
    "The service failed unexpectedly; the error was logged with this instance."
)
"""The detail of every `internal_error`, whose cause is nothing for clients."""
