"""Every problem code with its HTTP status and title: the one place that maps them."""

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """What all problems of one code have in common."""

    status: int
    title: str


KINDS: Final[dict[str, Kind]] = {
    "malformed_request": Kind(400, "The request is malformed"),
    "token_missing": Kind(401, "A seat token is needed"),
    "token_invalid": Kind(401, "The seat token is not valid"),
    "wrong_game": Kind(403, "The seat token belongs to another game"),
    "not_found": Kind(404, "There is nothing at this path"),
    "game_not_found": Kind(404, "There is no such game"),
    "version_not_found": Kind(404, "The game has no such version"),
    "method_not_allowed": Kind(405, "This path does not take this method"),
    "not_acceptable": Kind(406, "No media type that you accept is offered"),
    "not_your_turn": Kind(409, "It is not your turn"),
    "game_finished": Kind(409, "The game is finished"),
    "wrong_phase": Kind(409, "The phase of the round does not allow this"),
    "conflict": Kind(409, "Others moved at the same moment"),
    "version_mismatch": Kind(412, "The game has moved on"),
    "payload_too_large": Kind(413, "The body is too large"),
    "unsupported_media_type": Kind(415, "The body's media type is not supported"),
    "validation_failed": Kind(422, "The request does not fit the API"),
    "idempotency_key_reused": Kind(422, "The idempotency key was used before"),
    "color_not_in_source": Kind(422, "There is no tile of this color"),
    "display_empty": Kind(422, "The display is empty"),
    "line_holds_other_color": Kind(422, "The pattern line holds another color"),
    "line_full": Kind(422, "The pattern line is full"),
    "color_on_wall_row": Kind(422, "The row of the wall has this color already"),
    "dropped_too_many": Kind(422, "Too many tiles dropped"),
    "line_not_pending": Kind(422, "Another line comes first"),
    "column_not_allowed": Kind(422, "The tile may not go to this column"),
    "internal_error": Kind(500, "The service failed"),
    "storage_unavailable": Kind(503, "The store does not answer"),
    "log_corrupt": Kind(503, "The log of this game is damaged"),
}
