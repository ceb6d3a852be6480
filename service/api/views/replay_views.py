"""The endpoint that verifies a recorded history; nothing is stored."""

from collections.abc import Callable
from threading import Lock
from typing import Final

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api import request_parsing as parsing
from service.api.problems import Problem
from service.api.serializers import Document, game_document
from service.games.game import Game
from service.notation import MEDIA_TYPE as NOTATION
from service.verification import history_parsing
from service.verification.history import History, verify
from service.verification.history_parsing import MAX_HISTORY_BYTES
from service.verification.notation_history import verify_text

_VERIFIERS: Final[dict[str, Callable[[bytes], History]]] = {
    parsing.JSON: lambda body: verify(history_parsing.from_json(body)),
    parsing.NDJSON: lambda body: verify(history_parsing.from_lines(body)),
    NOTATION: verify_text,
}


RunHeavy = Callable[[Callable[[], bytes]], bytes]
"""Calls a function that may take seconds; returns or raises what it does."""


def one_at_a_time() -> RunHeavy:
    """A runner for servers without a better one: it calls the function where it is, one
    at a time, since each takes memory in proportion to the history.
    """
    lock = Lock()

    def run(work: Callable[[], bytes]) -> bytes:
        with lock:
            return work()

    return run


def blueprint(run_heavy: RunHeavy) -> Blueprint:
    """replays, for histories of up to `MAX_HISTORY_BYTES` bytes.

    `run_heavy` runs the verification, which needs nothing of the request.
    """
    routes = Blueprint("replays", __name__)

    @routes.post("/v1/replays", endpoint="replayHistory")
    def replay_history() -> Response:
        parsing.accepted(parsing.JSON)
        version = parsing.parse_query(version=(1, parsing.MAX_INTEGER)).get("version")
        parsing.idempotency_key()  # may be sent with any POST; here it has no effect
        media_type, body = _body()
        answer = run_heavy(lambda: _answer(media_type, body, version))
        return Response(
            answer,
            content_type=parsing.JSON,
            headers={"Cache-Control": "no-store"},
        )

    return routes


def _answer(media_type: str, body: bytes, version: int | None) -> bytes:
    """The result of the verification as JSON. Raises `NotAHistory` and
    `VersionNotFound`.
    """
    history = _VERIFIERS[media_type](body)
    game = history.latest() if version is None else history.at(version)
    return msgspec.json.encode(_document(history, game))


def _body() -> tuple[str, bytes]:
    """The media type and the bytes of the request's body. Raises `Problem`."""
    if request.mimetype not in _VERIFIERS:
        known = ", ".join(_VERIFIERS)
        raise Problem("unsupported_media_type", f"Send one of {known}.")
    request.max_content_length = MAX_HISTORY_BYTES
    try:
        return request.mimetype, parsing.raw_body()
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
    """The state; placements that leave no choice are offered to nobody."""
    document = game_document(game)
    document["legal_placements"] = [
        placement
        for placement in document["legal_placements"]
        if len(placement["columns"]) > 1
    ]
    return document
