"""The least that a Flask service can do: always the same answer, from memory.

Served in the very way of the real service, it shows how much of a request's time is
the service's own doing.
"""

import os

from flask import Flask, Response

SIZE = "NOOP_BYTES"
"""The variable that says how many bytes the answer has."""

app = Flask(__name__, static_folder=None)
_body = b'"' + b"-" * (int(os.environ.get(SIZE, "2000")) - 2) + b'"'


@app.get("/")
def noop() -> Response:
    """The answer."""
    return Response(_body, content_type="application/json")
