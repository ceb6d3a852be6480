"""The endpoint that shows a game as a picture."""

from functools import lru_cache

from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.problems import FieldError, Problem
from service.api.responses import conditional_response
from service.api.svg_headers import SVG, svg_headers
from service.games.game import Game
from service.games.reader import Reader
from service.pictures import picture
from service.rules import MAX_PLAYERS


def blueprint(reader: Reader) -> Blueprint:
    """Route for board.svg: the table or one seat's board, at any version."""
    routes = Blueprint("pictures", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/board.svg", endpoint="getBoardPicture")
    def board_picture(game: str) -> Response:
        parsing.accepted(SVG)
        game_id = parsing.parse_game_id(game)
        query = parsing.parse_query(
            version=(1, parsing.MAX_INTEGER), seat=(0, MAX_PLAYERS - 1)
        )
        version, seat = query.get("version"), query.get("seat")
        shown = reader.at_or_current(game_id, version)
        _check_seat(shown, seat)
        response = conditional_response(
            shown, version, SVG, lambda: _drawn(shown, seat)
        )
        response.headers.update(svg_headers())
        return response

    return routes


def _check_seat(game: Game, seat: int | None) -> None:
    last = len(game.state.players) - 1
    if seat is not None and seat > last:
        error = FieldError("seat", f"must be 0 to {last} in this game")
        raise Problem("validation_failed", "Wrong query parameters: seat.", [error])


@lru_cache(maxsize=256)
def _drawn(game: Game, seat: int | None) -> bytes:
    return picture(game.state, seat).encode()
