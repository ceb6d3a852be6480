"""Problem details (RFC 9457): the form of every error response."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import msgspec
from flask import Response

from service.api.problem_types import PROBLEM_TYPES
from service.formats.text import truncated

MEDIA_TYPE: Final = "application/problem+json"
MAX_FIELD_LENGTH: Final = 100
"""Characters of a field's name, which the client may have made up."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with a field, whose name has dots between levels."""

    field: str
    message: str


def field_name(path: str, whole: str = "(body)") -> str:
    """The name of the field at `path`, truncated; `whole` if the path is empty."""
    text = path.encode("utf-8", "replace").decode() or whole
    return truncated(text, MAX_FIELD_LENGTH)


@dataclass(slots=True)
class Problem(Exception):
    """An error response; `code` is one of `PROBLEM_TYPES`.

    `instance` identifies this response, so that it can be found in the log.
    """

    code: str
    detail: str
    errors: Sequence[FieldError] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    instance: str = field(default_factory=lambda: uuid4().urn)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return PROBLEM_TYPES[self.code].status

    def document(self) -> dict[str, Any]:
        """The body of the response, as RFC 9457 defines it."""
        return {
            "type": f"urn:azul:problem:{self.code}",
            "title": PROBLEM_TYPES[self.code].title,
            "status": self.status,
            "detail": self.detail,
            "instance": self.instance,
            "code": self.code,
            "errors": [
                {"field": error.field, "message": error.message}
                for error in self.errors
            ],
        }


def problem_response(problem: Problem) -> Response:
    """The response that reports `problem` to the client."""
    return Response(
        msgspec.json.encode(problem.document()),
        status=problem.status,
        headers={"Cache-Control": "no-store", **problem.headers},
        content_type=MEDIA_TYPE,
    )
