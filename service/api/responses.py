"""Responses that show a game, with their common headers."""

from collections.abc import Callable
from typing import Final

from flask import Response, request

from service.api.request_parsing import JSON
from service.api.serializers import game_json
from service.games.game import Game

IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
"""Values of Cache-Control, for one version and for the newest."""


def game_response(game: Game, version: int | None) -> Response:
    """The state of `game`, or 304 if the client has it; see `conditional_response`."""
    return conditional_response(game, version, JSON, lambda: game_json(game))


def conditional_response(
    game: Game, version: int | None, media_type: str, body: Callable[[], bytes]
) -> Response:
    """`body`, which shows `game`, or 304 if the client has this version.

    `version` is the version that was requested, whose response never changes; None for
    the newest.
    """
    headers = {
        "ETag": _etag(game),
        "Cache-Control": REVALIDATE if version is None else IMMUTABLE,
    }
    if request.if_none_match.contains_weak(str(game.version)):
        return Response(status=304, headers=headers)
    return Response(body(), content_type=media_type, headers=headers)


def command_response(body: bytes, game: Game, *, replayed: bool) -> Response:
    """The response to a request that changed `game`; `replayed` if it is a repeat."""
    headers = {"ETag": _etag(game), "Cache-Control": "no-store"}
    if replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(body, content_type=JSON, headers=headers)


def _etag(game: Game) -> str:
    return f'"{game.version}"'
