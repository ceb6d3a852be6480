"""The answer to what never reaches the application, in the form of its own errors."""

import re
from email.utils import formatdate
from http import HTTPStatus

import msgspec

from service.api.problems import MEDIA_TYPE, Problem
from service.server.client_connection import RequestTimeout


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


def describe(error: BaseException) -> str:
    """Why a request was refused; `InvalidHTTPVersion` is an "invalid HTTP version"."""
    if isinstance(error, RequestTimeout):
        return "The request took too long to arrive."
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", type(error).__name__)
    reason = " ".join(word if word.isupper() else word.lower() for word in words)
    return f"This is not a valid HTTP request: {reason}."
