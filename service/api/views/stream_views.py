"""The endpoint that follows a game as it is played."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Final
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Blueprint, Response, request

from service.api import request_parsing as parsing
from service.api.problems import FieldError, Problem
from service.api.sse import EventStream
from service.games.reader import Reader
from service.games.updates import Updates

EVENT_STREAM: Final = "text/event-stream"

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def blueprint(updates: Updates, reader: Reader) -> Blueprint:
    """The stream of a game's versions."""
    routes = Blueprint("stream", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/stream", endpoint="streamGame")
    def stream_game(game: str) -> Response:
        parsing.accepted(EVENT_STREAM)
        after = _after()
        following = updates.stream(parsing.parse_game_id(game))
        subscription = following.__enter__()
        close = partial(following.__exit__, None, None, None)
        try:
            shown = subscription.game
            if shown.state.result and after == shown.version:
                close()
                return Response(status=204)  # an EventSource then does not come back
            return _StreamResponse(EventStream(subscription, reader, after, close))
        except BaseException:
            close()
            raise

    return routes


def _after() -> int | None:
    """The last version that the client has: Last-Event-ID, else the query's."""
    after = parsing.parse_query(after=(0, parsing.MAX_INTEGER)).get("after")
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return after
    if not re.fullmatch(r"[0-9]{1,9}", header):
        error = FieldError("Last-Event-ID", "must be the id of an event: a version")
        raise Problem(
            "malformed_request", "The header Last-Event-ID is wrong.", [error]
        )
    return int(header)


class _StreamResponse(Response):
    """Flask's form of a stream, which leaves the server the stream itself."""

    def __init__(self, stream: EventStream) -> None:
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
