"""The endpoints of commands."""

from typing import Final

from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.request_schemas import Place, Take
from service.api.responses import command_response
from service.api.serializers import commit_json
from service.games.service import GameService, Outcome
from service.rules import PlaceTile, TakeTiles

_TAKE_TILES: Final = Take()
_PLACE_TILE: Final = Place()


def blueprint(games: GameService) -> Blueprint:
    """Routes for take-tiles and place-tile."""
    routes = Blueprint("commands", __name__, url_prefix="/v1/games/<game>")

    @routes.post("/take-tiles", endpoint="takeTiles")
    def take_tiles(game: str) -> Response:
        request = parsing.parse_command(game, _TAKE_TILES)
        seat = games.authenticate(request.game_id, request.token)
        return _executed(request, TakeTiles(seat, **request.body))

    @routes.post("/place-tile", endpoint="placeTile")
    def place_tile(game: str) -> Response:
        request = parsing.parse_command(game, _PLACE_TILE)
        seat = games.authenticate(request.game_id, request.token)
        return _executed(request, PlaceTile(seat, **request.body))

    def _executed(
        request: parsing.CommandRequest, command: TakeTiles | PlaceTile
    ) -> Response:
        outcome = games.execute(
            request.game_id, command, key=request.key, if_version=request.if_version
        )
        return _response(outcome)

    return routes


def _response(outcome: Outcome) -> Response:
    body = commit_json(outcome.commit)
    return command_response(body, outcome.game, replayed=outcome.replayed)
