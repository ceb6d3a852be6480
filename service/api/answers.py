"""Answers that show a game: headers that every one of them carries."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from flask import Response, request

from service.api.incoming import JSON
from service.api.present import game_bytes
from service.play.game import Game

FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


def state(game: Game, caching: str) -> Response:
    """The state of `game`, or 304 if the client has this version."""
    return seen(game, caching, JSON, lambda: game_bytes(game))


def seen(game: Game, caching: str, media: str, body: Callable[[], bytes]) -> Response:
    """`body`, which shows `game`, or 304 if the client has this version."""
    headers = {"ETag": _etag(game), "Cache-Control": caching}
    if request.if_none_match.contains_weak(str(game.version)):
        return Response(status=304, headers=headers)
    return Response(body(), content_type=media, headers=headers)


def change(body: Mapping[str, object], game: Game, *, replayed: bool) -> Response:
    """The answer to a request that changed something, or did so earlier."""
    headers = {"ETag": _etag(game), "Cache-Control": "no-store"}
    response = Response(msgspec.json.encode(body), content_type=JSON, headers=headers)
    if replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _etag(game: Game) -> str:
    return f'"{game.version}"'
