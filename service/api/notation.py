"""The path that gives a game as a text (docs/notation.md)."""

from typing import Final

from flask import Blueprint, Response

from service.api import answers, incoming
from service.notation import MEDIA_TYPE, SUFFIX, Version, write
from service.play.game import Game
from service.play.reader import Reader

CONTENT_TYPE: Final = f"{MEDIA_TYPE}; charset=utf-8"


def blueprint(reader: Reader) -> Blueprint:
    """notation: the game so far, or as it was at a version."""
    routes = Blueprint("notation", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/notation", endpoint="getNotation")
    def get_notation(game: str) -> Response:
        incoming.accepted(MEDIA_TYPE)
        game_id = incoming.game_id(game)
        version = incoming.query(version=(1, incoming.LARGEST_NUMBER)).get("version")
        shown = reader.at(game_id, version) if version else reader.current(game_id)
        caching = answers.FOR_GOOD if version else answers.ASK_AGAIN
        response = answers.seen(shown, caching, CONTENT_TYPE, lambda: _text(shown))
        name = f"azul-{shown.id}{SUFFIX}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _text(game: Game) -> bytes:
        page = reader.history(game.id, after=0, limit=game.version)
        versions = [Version(entry.at, entry.events) for entry in page.entries]
        return write(versions).encode()

    return routes
