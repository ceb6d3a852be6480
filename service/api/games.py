"""The paths that create games and show them."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from service.api import answers, incoming
from service.api.present import game_bytes
from service.api.problems import FieldError, Problem
from service.api.schemas import NewGame
from service.play.games import Games
from service.play.live import Hub
from service.play.reader import Reader

LONGEST_WAIT: Final = 30
"""Seconds."""

_NEW_GAME: Final = NewGame()


def blueprint(games: Games, reader: Reader, hub: Hub) -> Blueprint:
    """create-game and get-state, which may wait for the next version."""
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
        response = answers.change(body, creation.game, replayed=creation.replayed)
        response.status_code = 201
        response.headers["Location"] = f"/v1/games/{creation.game.id}"
        return response

    @routes.get("/<game>", endpoint="getGame")
    def get_game(game: str) -> Response:
        incoming.accepted(incoming.JSON)
        game_id = incoming.game_id(game)
        version, wait = _moment()
        if version:
            return answers.state(reader.at(game_id, version), answers.FOR_GOOD)
        known = incoming.if_none_match()
        if wait and known:
            current = hub.wait(game_id, known, wait)
        else:
            current = reader.current(game_id)
        return answers.state(current, answers.ASK_AGAIN)

    return routes


def _moment() -> tuple[int, int]:
    """The version and the seconds to wait that the query asks for, or zeros."""
    query = incoming.query(version=(1, incoming.LARGEST_NUMBER), wait=(0, LONGEST_WAIT))
    if len(query) > 1:
        error = FieldError("wait", "is for the current state, not for a version")
        raise Problem("validation_failed", "Wrong in the query: wait.", [error])
    return query.get("version", 0), query.get("wait", 0)
