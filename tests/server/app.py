"""A small application to run instead of the real one: it does what a test asks for."""

import logging
import os
import socket
import time
from pathlib import Path

LARGE = b"x" * 20_000_000
SOCKET = socket.socket.__module__
"""Where sockets come from, as this module is loaded."""


def app(environ, start_response):
    answer = ANSWERS[environ["PATH_INFO"]]
    body = answer(environ)
    body = body if isinstance(body, bytes) else body.encode()
    headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
    start_response("200 OK", headers)
    return [body]


def _pid(_environ):
    return str(os.getpid())


def _crash(_environ):
    raise RuntimeError("the application crashed")


def _log(_environ):
    logging.getLogger("the.application").info("the application logs")
    return "done"


def _wait(environ):
    """Leave the file `begun` in the folder asked for, and wait there for `go`."""
    folder = Path(environ["QUERY_STRING"])
    (folder / "begun").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return "done"


def _body(environ):
    return environ["wsgi.input"].read().decode()


def _large(_environ):
    """More than the system's buffers hold for a client that does not read."""
    return LARGE


def _count(_environ):
    """How often this was asked for, as the store remembers it."""
    from redis import Redis  # noqa: PLC0415 -- most tests can do without

    with Redis.from_url(os.environ["REDIS_URL"], socket_timeout=1) as store:
        return str(store.incr("count"))


def _socket(_environ):
    return SOCKET


def _metrics(_environ):
    return os.environ["PROMETHEUS_MULTIPROC_DIR"]


ANSWERS = {
    "/pid": _pid,
    "/crash": _crash,
    "/log": _log,
    "/wait": _wait,
    "/body": _body,
    "/large": _large,
    "/count": _count,
    "/metrics": _metrics,
    "/socket": _socket,
}
