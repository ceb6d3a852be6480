"""Replaying a recorded history that a client sends: nothing is stored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from typing import Final

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api import incoming
from service.api.history import NDJSON
from service.api.present import Document, game_document
from service.api.problems import Problem
from service.notation import MEDIA_TYPE as NOTATION
from service.play import documents
from service.play.documents import LARGEST_HISTORY
from service.play.game import Game
from service.play.histories import History, check
from service.play.notations import check_text

_CHECKS: Final[dict[str, Callable[[bytes], History]]] = {
    incoming.JSON: lambda body: check(documents.from_json(body)),
    NDJSON: lambda body: check(documents.from_lines(body)),
    NOTATION: check_text,
}


MOST_AT_A_TIME: Final = 32
"""Histories that are received or checked at a time; each takes memory."""
LONGEST_WAIT: Final = 2.0
"""Seconds to wait for a place among them."""

RunHeavy = Callable[[Callable[[], bytes]], bytes]
"""Calls a function that may take seconds, and gives what it returns or raises."""


def run_here(work: Callable[[], bytes]) -> bytes:
    """Call it like any other function."""
    return work()


def blueprint(run_heavy: RunHeavy) -> Blueprint:
    """replays, for histories of up to `LARGEST_HISTORY` bytes.

    `run_heavy` is given the checking, which needs nothing of the request.
    """
    routes = Blueprint("replays", __name__)
    places = Semaphore(MOST_AT_A_TIME)
    one_at_a_time = Lock()  # a large one takes a second, and memory in proportion

    @routes.post("/v1/replays", endpoint="replayHistory")
    def replay_history() -> Response:
        incoming.accepted(incoming.JSON)
        version = incoming.query(version=(1, incoming.LARGEST_NUMBER)).get("version")
        incoming.idempotency_key()  # may be sent with any POST; here it saves nothing
        with _place(places):
            media, body = _body()
            with one_at_a_time:
                answer = run_heavy(lambda: _answer(media, body, version))
        return Response(
            answer,
            content_type=incoming.JSON,
            headers={"Cache-Control": "no-store"},
        )

    return routes


@contextmanager
def _place(places: Semaphore) -> Iterator[None]:
    if not places.acquire(timeout=LONGEST_WAIT):
        raise Problem(
            "rate_limited",
            "Too many histories are being checked; go on in 1 s.",
            headers={"Retry-After": "1"},
        )
    try:
        yield
    finally:
        places.release()


def _answer(media: str, body: bytes, version: int | None) -> bytes:
    """What came out of the check of a history, as JSON. Raises `PlayError`."""
    history = _CHECKS[media](body)
    game = history.latest() if version is None else history.at(version)
    return msgspec.json.encode(_document(history, game))


def _body() -> tuple[str, bytes]:
    """The media type and the bytes of the request's body. Raises `Problem`."""
    if request.mimetype not in _CHECKS:
        raise Problem("unsupported_media_type", f"Send one of {', '.join(_CHECKS)}.")
    request.max_content_length = LARGEST_HISTORY
    try:
        return request.mimetype, incoming.raw_body()
    except RequestEntityTooLarge as error:
        raise Problem("payload_too_large", "Histories are limited to 8 MB.") from error


def _document(history: History, game: Game | None) -> Document:
    return {
        "valid": history.valid,
        "version": game.version if game else 0,
        "game": game and _game(game),
        "problem": history.problem,
        "draws": history.draws,
    }


def _game(game: Game) -> Document:
    """The state; what was about to happen without a choice is offered to nobody."""
    document = game_document(game)
    document["legal_placements"] = [
        placement
        for placement in document["legal_placements"]
        if len(placement["columns"]) > 1
    ]
    return document
