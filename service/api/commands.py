"""The paths on which players act."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response

from service.api import answers, incoming
from service.api.present import result_document
from service.api.schemas import Place, Take
from service.play.games import Games
from service.rules import Command, PlaceTile, TakeTiles

_TAKE: Final = Take()
_PLACE: Final = Place()


def blueprint(games: Games) -> Blueprint:
    """take-tiles and place-tile."""
    routes = Blueprint("commands", __name__, url_prefix="/v1/games/<game>")

    @routes.post("/take-tiles", endpoint="takeTiles")
    def take_tiles(game: str) -> Response:
        token = _token()
        take = incoming.body(_TAKE)
        return _act(game, token, lambda seat: TakeTiles(seat, **take))

    @routes.post("/place-tile", endpoint="placeTile")
    def place_tile(game: str) -> Response:
        token = _token()
        place = incoming.body(_PLACE)
        return _act(game, token, lambda seat: PlaceTile(seat, **place))

    def _token() -> str:
        incoming.accepted(incoming.JSON)
        incoming.query()
        return incoming.bearer_token()

    def _act(game: str, token: str, command_of: Callable[[int], Command]) -> Response:
        outcome = games.act(
            incoming.game_id(game),
            token,
            command_of,
            key=incoming.idempotency_key(),
            version=incoming.if_match(),
        )
        body = result_document(outcome.game, outcome.events)
        return answers.change(body, outcome.game, replayed=outcome.replayed)

    return routes
