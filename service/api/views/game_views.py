"""The endpoints that create and show games."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.problems import FieldError, Problem
from service.api.request_schemas import NewGame
from service.api.responses import command_response, game_response
from service.api.serializers import game_json
from service.games.reader import Reader
from service.games.service import Creation, GameService
from service.games.updates import Updates

MAX_WAIT_SECONDS: Final = 30

_NEW_GAME: Final = NewGame()


def blueprint(games: GameService, reader: Reader, updates: Updates) -> Blueprint:
    """Routes that create a game and show its state, waiting for a change if asked."""
    routes = Blueprint("games", __name__, url_prefix="/v1/games")

    @routes.post("", endpoint="createGame")
    def create_game() -> Response:
        parsing.accepted(parsing.JSON)
        parsing.parse_query()
        key = parsing.idempotency_key()
        options = parsing.parse_body(_NEW_GAME)
        return _created(games.create(options, key))

    @routes.get("/<game>", endpoint="getGame")
    def get_game(game: str) -> Response:
        parsing.accepted(parsing.JSON)
        game_id = parsing.parse_game_id(game)
        version, wait = _version_and_wait()
        known = parsing.if_none_match()
        if wait and known:
            return game_response(updates.wait(game_id, known, wait), version)
        return game_response(reader.at_or_current(game_id, version), version)

    return routes


def _created(creation: Creation) -> Response:
    game = creation.game
    seats = [
        {"seat": seat, "name": player.name, "token": token}
        for seat, (player, token) in enumerate(
            zip(game.state.players, creation.tokens, strict=True)
        )
    ]
    body = msgspec.json.encode({"game": msgspec.Raw(game_json(game)), "seats": seats})
    response = command_response(body, game, replayed=creation.replayed)
    response.status_code = 201
    response.headers["Location"] = f"/v1/games/{game.id}"
    return response


def _version_and_wait() -> tuple[int | None, int]:
    """The query's version, if any, and the seconds to wait."""
    query = parsing.parse_query(
        version=(1, parsing.MAX_INTEGER), wait=(0, MAX_WAIT_SECONDS)
    )
    if len(query) > 1:
        error = FieldError("wait", "must not be combined with version")
        raise Problem("validation_failed", "Wrong query parameters: wait.", [error])
    return query.get("version"), query.get("wait", 0)
