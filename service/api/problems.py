"""Problem details (RFC 9457): how every refusal leaves the service."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

import msgspec
from flask import Response

from service.api.codes import KINDS

LONGEST_FIELD: Final = 100


@dataclass(frozen=True, slots=True)
class FieldError:
    """A part of the request that is wrong, with dots between levels, and why."""

    field: str
    message: str


def shown(path: str, whole: str = "(body)") -> str:
    """`path` as a field's name; what a client sent comes back, but not at any length.

    `whole` is the name if there is no path: then all of it is wrong.
    """
    text = path.encode("utf-8", "replace").decode() or whole
    return text if len(text) <= LONGEST_FIELD else f"{text[:LONGEST_FIELD]}…"


@dataclass(slots=True)
class Problem(Exception):
    """A request that is answered with an error; `code` is one of `KINDS`.

    `instance` is this very answer's own name, by which to find it in the log.
    """

    code: str
    detail: str
    errors: Sequence[FieldError] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    instance: str = field(default_factory=lambda: uuid4().urn)


def problem_response(problem: Problem) -> Response:
    """The response that tells a client about `problem`."""
    kind = KINDS[problem.code]
    body = {
        "type": f"urn:azul:problem:{problem.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "instance": problem.instance,
        "code": problem.code,
        "errors": [
            {"field": error.field, "message": error.message} for error in problem.errors
        ],
    }
    return Response(
        msgspec.json.encode(body),
        status=kind.status,
        headers={"Cache-Control": "no-store", **problem.headers},
        content_type="application/problem+json",
    )
