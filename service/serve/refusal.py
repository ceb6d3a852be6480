"""The answer to what never reaches the application, in the form of its own errors."""

import json
import uuid
from http import HTTPStatus

from service.api.problem_types import PROBLEM_TYPES


def refusal(code: str, detail: str, *, any_origin: bool) -> bytes:
    """A whole HTTP response with an RFC 9457 body, after which the connection ends.

    `any_origin` lets pages of every origin read it, as they may read all the rest.
    """
    kind = PROBLEM_TYPES[code]
    problem = {
        "type": f"urn:azul:problem:{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "instance": uuid.uuid4().urn,
        "code": code,
        "errors": [],
    }
    body = json.dumps(problem).encode()
    head = [
        f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}",
        "Connection: close",
        "Cache-Control: no-store",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
    ]
    if any_origin:
        head.append("Access-Control-Allow-Origin: *")
    return "\r\n".join([*head, "", ""]).encode("ascii") + body
