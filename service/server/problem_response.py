"""The answer to what never reaches the application, in the form of its own errors."""

from email.utils import formatdate
from http import HTTPStatus

import msgspec

from service.api.problems import MEDIA_TYPE, Problem


def problem_response(problem: Problem, *, any_origin: bool) -> bytes:
    """A whole HTTP response that reports `problem`, after which the connection ends.

    `any_origin` lets pages of every origin read it, as they may read all the rest.
    """
    body = msgspec.json.encode(problem.document())
    head = [
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        f"Date: {formatdate(usegmt=True)}",
        "Connection: close",
        "Cache-Control: no-store",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
    ]
    if any_origin:
        head.append("Access-Control-Allow-Origin: *")
    return "\r\n".join([*head, "", ""]).encode("ascii") + body
