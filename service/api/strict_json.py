"""Reading a body as strict JSON."""

from typing import Any

from service.api.problems import FieldError, Problem, shown
from service.play import strict_json


def parse(body: bytes) -> Any:
    """The value that `body` holds.

    Raises `Problem` (malformed_request), naming the field, for anything that is not
    strict JSON; see `service.play.strict_json`.
    """
    try:
        return strict_json.parse(body)
    except strict_json.NotJson as error:
        field = shown(error.path)
        where = f"The field {field}" if error.path else "The body"
        raise Problem(
            "malformed_request",
            f"{where} {error.message}.",
            [FieldError(field, error.message)],
        ) from error
