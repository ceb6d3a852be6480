"""Following a game as it is played: server-sent events."""

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from typing import Final

import msgspec
from flask import Blueprint, Response, request

from service.api import incoming
from service.api.present import result_document
from service.api.problems import FieldError, Problem
from service.play.errors import PlayError
from service.play.live import Hub, follow
from service.play.reader import Reader, Step
from service.store import StoreError

EVENT_STREAM: Final = "text/event-stream"
QUIET: Final = 10.0
"""Seconds without news after which a comment shows that the stream lives."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_GREETING: Final = b"retry: 1000\n\n"
_KEEP_ALIVE: Final = b": nothing new\n\n"


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
        steps = follow(watch, reader, after, QUIET)
        return Response(
            _Messages(steps, leaving), content_type=EVENT_STREAM, headers=_HEADERS
        )

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


class _Messages:
    """The body of a stream; the server closes it when the client is gone."""

    def __init__(self, steps: Iterable[Step | None], leaving: ExitStack) -> None:
        self._messages = _messages(steps)
        self._leaving = leaving

    def __iter__(self) -> Iterator[bytes]:
        return self._messages

    def close(self) -> None:
        self._leaving.close()


def _messages(steps: Iterable[Step | None]) -> Iterator[bytes]:
    yield _GREETING
    try:
        for step in steps:
            yield _message(step) if step else _KEEP_ALIVE
    except (PlayError, StoreError):
        return  # a client comes back with the id of the last event it got


@lru_cache(maxsize=256)
def _message(step: Step) -> bytes:
    """A version as a message, made once for all who watch."""
    data = msgspec.json.encode(result_document(step.game, step.events))
    return b"id: %d\nevent: commit\ndata: %s\n\n" % (step.game.version, data)
