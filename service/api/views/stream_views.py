"""Following a game as it is played: server-sent events."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from typing import Final
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Blueprint, Response, request

from service.api import request_parsing
from service.api.problems import FieldError, Problem
from service.api.serializers import commit_json
from service.games.errors import GameError
from service.games.game import Commit
from service.games.reader import Reader
from service.games.updates import Hub, Watch, backlog, news
from service.store import StoreError

EVENT_STREAM: Final = "text/event-stream"
QUIET: Final = 10.0
"""Seconds without news after which a comment shows that the stream lives."""
KEEP_ALIVE: Final = b": nothing new\n\n"
PUSH: Final = "azul.push"
"""Where a server that can hold streams without a thread for each offers to do so."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_GREETING: Final = b"retry: 1000\n\n"


def blueprint(hub: Hub, reader: Reader) -> Blueprint:
    """The stream of a game's versions."""
    routes = Blueprint("live", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/stream", endpoint="streamGame")
    def stream_game(game: str) -> Response:
        request_parsing.accepted(EVENT_STREAM)
        after = _after()
        leaving = ExitStack()
        watch = leaving.enter_context(hub.stream(request_parsing.parse_game_id(game)))
        if watch.game.state.result and after == watch.game.version:
            leaving.close()
            return Response(status=204)  # an EventSource then does not come back
        return _StreamResponse(Stream(watch, reader, after, leaving.close))

    return routes


def _after() -> int | None:
    """The last version that the client has: Last-Event-ID, else the query's."""
    after = request_parsing.parse_query(after=(0, request_parsing.MAX_INTEGER)).get(
        "after"
    )
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return after
    if not re.fullmatch(r"[0-9]{1,9}", header):
        error = FieldError("Last-Event-ID", "must be the id of an event: a version")
        raise Problem(
            "malformed_request", "The header Last-Event-ID is wrong.", [error]
        )
    return int(header)


class Stream:
    """The messages of one watcher, to be waited for or to be fetched when it rings.

    `close` must be called when the watcher is gone.
    """

    def __init__(
        self,
        watch: Watch,
        reader: Reader,
        after: int | None,
        close: Callable[[], None],
    ) -> None:
        self._watch = watch
        self._reader = reader
        self._after = after
        self._fetched = news(watch, reader, patience=0)
        self.close = close
        self.is_over = False

    def __iter__(self) -> Iterator[bytes]:
        """All messages as they come, with signs of life in between."""
        yield self.beginning()
        try:
            for step in news(self._watch, self._reader, QUIET):
                yield _message(step) if step else KEEP_ALIVE
        except (GameError, StoreError):
            return  # a client comes back with the id of the last event it got

    def beginning(self) -> bytes:
        """What there is to tell at once. Raises the store's errors."""
        steps = backlog(self._watch, self._reader, self._after)
        return _GREETING + _messages(steps)

    def on_news(self, ring: Callable[[], None]) -> None:
        """Have `ring` called, from any thread, when `fetch` has something."""
        self._watch.ring = ring
        ring()

    def fetch(self) -> bytes:
        """The messages that have come meanwhile; afterwards, `is_over` may be set."""
        steps: list[Commit] = []
        try:
            for step in self._fetched:
                if step is None:
                    return _messages(steps)
                steps.append(step)
        except (GameError, StoreError):
            pass
        self.is_over = True
        return _messages(steps)


class _StreamResponse(Response):
    """A stream, pushed by the server if it offers to, else from this thread."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream, content_type=EVENT_STREAM, headers=_HEADERS)
        self._stream = stream
        self.call_on_close(stream.close)

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        if (push := environ.get(PUSH)) and environ["REQUEST_METHOD"] == "GET":
            push(environ, self.get_wsgi_headers(environ), self._stream)
        return super().__call__(environ, start_response)


def _messages(steps: Iterable[Commit]) -> bytes:
    return b"".join(map(_message, steps))


@lru_cache(maxsize=256)
def _message(step: Commit) -> bytes:
    """A version as a message, made once for all who watch."""
    version = step.game.version
    return b"id: %d\nevent: commit\ndata: %s\n\n" % (version, commit_json(step))
