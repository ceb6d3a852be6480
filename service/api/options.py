"""OPTIONS: which methods a path takes, and what browsers ask before a request."""

from flask import Flask, Response, request


def register(app: Flask) -> None:
    """Answer OPTIONS without a body.

    A browser's question is answered for paths that do not exist, too: it would else
    hide the 404 that follows from the page that asked.
    """
    app.before_request(_options)


def _options() -> Response | None:
    if request.method != "OPTIONS":
        return None
    response = Response(status=204)
    del response.headers["Content-Type"]
    if request.url_rule:
        response.headers["Allow"] = ", ".join(sorted(request.url_rule.methods or ()))
    elif "Access-Control-Request-Method" not in request.headers:
        return None
    return response
