"""Problem details (RFC 9457): how every refusal leaves the service."""

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


@dataclass(frozen=True, slots=True)
class FieldError:
    """A part of the request that is wrong, with dots between levels, and why."""

    field: str
    message: str


def field_name(path: str, whole: str = "(body)") -> str:
    """`path` as a field's name; what a client sent comes back, but not at any length.

    `whole` is the name if there is no path: then all of it is wrong.
    """
    text = path.encode("utf-8", "replace").decode() or whole
    return truncated(text, MAX_FIELD_LENGTH)


@dataclass(slots=True)
class Problem(Exception):
    """A request that is answered with an error; `code` is one of `PROBLEM_TYPES`.

    `instance` identifies this very answer, to find it in the log.
    """

    code: str
    detail: str
    errors: Sequence[FieldError] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    instance: str = field(default_factory=lambda: uuid4().urn)

    @property
    def status(self) -> int:
        return PROBLEM_TYPES[self.code].status

    def document(self) -> dict[str, Any]:
        """The body of the answer, as RFC 9457 describes it."""
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
