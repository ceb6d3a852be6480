"""Cross-origin requests (CORS) and OPTIONS.

Implemented here, since these headers go with every response: the usual package took an
eighth of the service's own time for a read.
"""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

ANY: Final = "*"
EXPOSED: Final = "ETag, Location, Retry-After, Idempotency-Replayed"
METHODS: Final = "GET, HEAD, POST, OPTIONS"


def register(app: Flask, origins: Collection[str]) -> None:
    """Let pages of `origins` read every response, errors too; `*` is any origin.

    Credentials are never allowed, so a page cannot act with those of its visitor.
    """
    allowed = frozenset(origins)
    app.before_request(_answer_options)

    @app.after_request
    def add_cors_headers(response: Response) -> Response:
        origin = ANY if ANY in allowed else request.headers.get("Origin")
        if origin != ANY:
            response.vary.add("Origin")
        if origin in allowed:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if _is_preflight():
                _add_preflight_headers(response)
        return response


def _is_preflight() -> bool:
    has_method = "Access-Control-Request-Method" in request.headers
    return has_method and request.method == "OPTIONS"


def _answer_options() -> Response | None:
    """Answer OPTIONS with the methods of the path, without a body.

    Preflights are answered for unknown paths, too: otherwise the browser would hide the
    404 of the request itself from the page.
    """
    if request.method != "OPTIONS":
        return None
    response = Response(status=204)
    del response.headers["Content-Type"]
    if request.url_rule:
        response.headers["Allow"] = ", ".join(sorted(request.url_rule.methods or ()))
    elif not _is_preflight():
        return None
    return response


def _add_preflight_headers(response: Response) -> None:
    response.headers["Access-Control-Allow-Methods"] = METHODS
    if headers := request.headers.get("Access-Control-Request-Headers"):
        response.headers["Access-Control-Allow-Headers"] = headers
