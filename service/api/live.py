"""Following a game as it is played: server-sent events."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from typing import Final
from wsgiref.types import StartResponse, WSGIEnvironment

import msgspec
from flask import Blueprint, Response, request

from service.api import incoming
from service.api.present import result_document
from service.api.problems import FieldError, Problem
from service.play.errors import PlayError
from service.play.live import Hub, Watch, backlog, following, news
from service.play.reader import Reader, Step
from service.store import StoreError

EVENT_STREAM: Final = "text/event-stream"
QUIET: Final = 10.0
"""Seconds without news after which a comment shows that the stream lives."""
KEEP_ALIVE: Final = b": nothing new\n\n"

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_GREETING: Final = b"retry: 1000\n\n"


def blueprint(hub: Hub, reader: Reader) -> Blueprint:
    """The stream of a game's versions."""
    routes = Blueprint("live", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/stream", endpoint="streamGame")
    def stream_game(game: str) -> Response:
        incoming.accepted(EVENT_STREAM)
        after = _after()
        leaving = ExitStack()
        watch = leaving.enter_context(hub.stream(incoming.game_id(game)))
        if watch.game.state.result and after == watch.game.version:
            leaving.close()
            return Response(status=204)  # an EventSource then does not come back
        try:
            return _StreamResponse(Stream(watch, reader, after, leaving.close))
        except BaseException:
            leaving.close()
            raise

    return routes


def _after() -> int | None:
    """The last version that the client has: Last-Event-ID, else the query's."""
    after = incoming.query(after=(0, incoming.LARGEST_NUMBER)).get("after")
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
    """The answer to a watcher: messages as they come, with signs of life in between.

    A server that can hold streams without a thread for each need not iterate over it:
    `headers` are those of the answer, `begin`, `on_news` and `fetch` give its bytes.
    `close` must be called when the watcher is gone. Raises the store's errors.
    """

    headers: list[tuple[str, str]]

    def __init__(
        self,
        watch: Watch,
        reader: Reader,
        after: int | None,
        close: Callable[[], None],
    ) -> None:
        self._watch = watch
        self._reader = reader
        self._beginning = _GREETING + _messages(backlog(watch, reader, after))
        self._game = watch.game
        self.close = close
        self.is_over = False

    def __iter__(self) -> Iterator[bytes]:
        yield self.begin()
        try:
            for step in news(self._watch, self._reader, QUIET):
                yield _message(step) if step else KEEP_ALIVE
        except (PlayError, StoreError):
            return  # a client comes back with the id of the last event it got

    def begin(self) -> bytes:
        """The first bytes; they are given once, and not kept."""
        data, self._beginning = self._beginning, b""
        return data

    def on_news(self, announce: Callable[[], None]) -> None:
        """Have `announce` called, from any thread, when `fetch` has something."""
        self._watch.announce = announce
        announce()

    def fetch(self) -> bytes:
        """The messages that have come meanwhile; afterwards, `is_over` may be set."""
        messages: list[bytes] = []
        try:
            while self._watch.has_news:
                heard = self._watch.next(0)
                for step in following(self._game, heard, self._reader):
                    messages.append(_message(step))
                    self._game = step.game
        except (PlayError, StoreError):
            self.is_over = True
        self.is_over = self.is_over or bool(self._game.state.result)
        return b"".join(messages)


class _StreamResponse(Response):
    """Flask's form of a stream, which leaves the server the stream itself."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream, content_type=EVENT_STREAM, headers=_HEADERS)
        self._stream = stream
        self.call_on_close(stream.close)

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return super().__call__(environ, start_response)
        self._stream.headers = self.get_wsgi_headers(environ).to_wsgi_list()
        start_response(self.status, self._stream.headers)
        return self._stream


def _messages(steps: Iterable[Step]) -> bytes:
    return b"".join(map(_message, steps))


@lru_cache(maxsize=256)
def _message(step: Step) -> bytes:
    """A version as a message, made once for all who watch."""
    data = msgspec.json.encode(result_document(step.game, step.events))
    return b"id: %d\nevent: commit\ndata: %s\n\n" % (step.game.version, data)
