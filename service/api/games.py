"""The paths that create, play and show games."""

import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from flask import Blueprint, Response, request

from service.api import incoming
from service.api.present import event_documents, game_bytes
from service.api.schemas import NewGame, Place, Take
from service.play.errors import GameNotFound
from service.play.game import Game
from service.play.games import Games, Outcome
from service.play.reader import Reader
from service.rules import Command, PlaceTile, TakeTiles

FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"

_NEW_GAME: Final = NewGame()
_TAKE: Final = Take()
_PLACE: Final = Place()
_GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def game_id(text: str) -> str:
    """`text`, if it can be a game's id. Raises `GameNotFound`: the store need not
    be asked for one that cannot.
    """
    if not _GAME_ID.fullmatch(text):
        raise GameNotFound("There is no game with this id.")
    return text


def blueprint(games: Games, reader: Reader) -> Blueprint:
    """create-game, get-state, take-tiles and place-tile."""
    routes = Blueprint("games", __name__, url_prefix="/v1/games")

    @routes.post("", endpoint="createGame")
    def create_game() -> Response:
        incoming.accepted(incoming.JSON)
        incoming.query()
        key = incoming.idempotency_key()
        order = incoming.body(_NEW_GAME)
        creation = games.create(order, key)
        seats = [
            {"seat": seat, "name": name, "token": token}
            for seat, (name, token) in enumerate(
                zip(order.names, creation.tokens, strict=True)
            )
        ]
        body = {"game": msgspec.Raw(game_bytes(creation.game)), "seats": seats}
        response = _json(body, creation.game, creation.replayed)
        response.status_code = 201
        response.headers["Location"] = f"/v1/games/{creation.game.id}"
        return response

    @routes.get("/<game>", endpoint="getGame")
    def get_game(game: str) -> Response:
        incoming.accepted(incoming.JSON)
        version = incoming.query(version=(1, incoming.LARGEST_NUMBER)).get("version")
        if version is None:
            return _state(reader.current(game_id(game)), ASK_AGAIN)
        return _state(reader.at(game_id(game), version), FOR_GOOD)

    @routes.post("/<game>/take-tiles", endpoint="takeTiles")
    def take_tiles(game: str) -> Response:
        token = _actor()
        take = incoming.body(_TAKE)
        return _act(game, token, lambda seat: TakeTiles(seat, **take))

    @routes.post("/<game>/place-tile", endpoint="placeTile")
    def place_tile(game: str) -> Response:
        token = _actor()
        place = incoming.body(_PLACE)
        return _act(game, token, lambda seat: PlaceTile(seat, **place))

    def _actor() -> str:
        incoming.accepted(incoming.JSON)
        incoming.query()
        return incoming.bearer_token()

    def _act(game: str, token: str, command_of: Callable[[int], Command]) -> Response:
        outcome = games.act(
            game_id(game),
            token,
            command_of,
            key=incoming.idempotency_key(),
            version=incoming.if_match(),
        )
        return _json(_result(outcome), outcome.game, outcome.replayed)

    return routes


def _result(outcome: Outcome) -> dict[str, object]:
    game = outcome.game
    return {
        "version": game.version,
        "events": event_documents(game.version, game.updated_at, outcome.events),
        "game": msgspec.Raw(game_bytes(game)),
    }


def _json(body: Mapping[str, object], game: Game, replayed: bool) -> Response:
    response = Response(msgspec.json.encode(body), content_type=incoming.JSON)
    response.headers["ETag"] = f'"{game.version}"'
    response.headers["Cache-Control"] = "no-store"
    if replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _state(game: Game, caching: str) -> Response:
    headers = {"ETag": f'"{game.version}"', "Cache-Control": caching}
    if request.if_none_match.contains_weak(str(game.version)):
        return Response(status=304, headers=headers)
    return Response(game_bytes(game), content_type=incoming.JSON, headers=headers)
