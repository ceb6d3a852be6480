"""The endpoint that shows a game in notation (docs/notation.md)."""

from typing import Final

from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.responses import conditional_response
from service.games.game import Game
from service.games.reader import Reader
from service.notation import MEDIA_TYPE, SUFFIX, RecordedVersion, write

CONTENT_TYPE: Final = f"{MEDIA_TYPE}; charset=utf-8"


def blueprint(reader: Reader) -> Blueprint:
    """Route for the notation of a game, up to its newest or a given version."""
    routes = Blueprint("notation", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/notation", endpoint="getNotation")
    def get_notation(game: str) -> Response:
        parsing.accepted(MEDIA_TYPE)
        game_id = parsing.parse_game_id(game)
        version = parsing.parse_query(version=(1, parsing.MAX_INTEGER)).get("version")
        shown = reader.at_or_current(game_id, version)
        response = conditional_response(
            shown, version, CONTENT_TYPE, lambda: _text(shown)
        )
        name = f"azul-{shown.id}{SUFFIX}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _text(game: Game) -> bytes:
        page = reader.history(game.id, after=0, limit=game.version)
        versions = [RecordedVersion(entry.at, entry.events) for entry in page.entries]
        return write(versions).encode()

    return routes
