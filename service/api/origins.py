"""Cross-origin requests (CORS): whose pages may use the service from a browser.

Written out, since these few headers go with every answer: the library for it took an
eighth of the service's own time for a read.
"""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

ANY: Final = "*"
EXPOSED: Final = "ETag, Location, Retry-After, Idempotency-Replayed"
METHODS: Final = "GET, HEAD, POST, OPTIONS"


def register(app: Flask, origins: Collection[str]) -> None:
    """Let pages of `origins` read every answer, errors too; `*` is any origin.

    No credentials are ever allowed, so that a page can do nothing in a user's name.
    """
    allowed = frozenset(origins)

    @app.after_request
    def allow(response: Response) -> Response:
        origin = ANY if ANY in allowed else request.headers.get("Origin")
        if origin != ANY:
            response.vary.add("Origin")
        if origin in allowed:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                _answer_browser(response)
        return response


def _answer_browser(response: Response) -> None:
    """What a browser asks for before a request that is out of the ordinary."""
    if "Access-Control-Request-Method" in request.headers:
        response.headers["Access-Control-Allow-Methods"] = METHODS
        if headers := request.headers.get("Access-Control-Request-Headers"):
            response.headers["Access-Control-Allow-Headers"] = headers
