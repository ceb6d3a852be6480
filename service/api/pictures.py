"""The path that shows a game as a picture."""

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response

from service.api import answers, incoming
from service.api.problems import FieldError, Problem
from service.api.schemas import LAST_SEAT
from service.pictures import picture, style
from service.play.game import Game
from service.play.reader import Reader

SVG: Final = "image/svg+xml"


def blueprint(reader: Reader) -> Blueprint:
    """board.svg: the table, or one seat's board, at any version."""
    routes = Blueprint("pictures", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/board.svg", endpoint="getBoardPicture")
    def board_picture(game: str) -> Response:
        incoming.accepted(SVG)
        game_id = incoming.game_id(game)
        query = incoming.query(
            version=(1, incoming.LARGEST_NUMBER), seat=(0, LAST_SEAT)
        )
        version, seat = query.get("version"), query.get("seat")
        shown = reader.at(game_id, version) if version else reader.current(game_id)
        _check_seat(shown, seat)
        caching = answers.FOR_GOOD if version else answers.ASK_AGAIN
        response = answers.seen(shown, caching, SVG, lambda: _drawn(shown, seat))
        response.headers.update(headers())
        return response

    return routes


def _check_seat(game: Game, seat: int | None) -> None:
    last = len(game.state.players) - 1
    if seat is not None and seat > last:
        error = FieldError("seat", f"must be 0 to {last} in this game")
        raise Problem("validation_failed", "Wrong in the query: seat.", [error])


@lru_cache(maxsize=256)
def _drawn(game: Game, seat: int | None) -> bytes:
    return picture(game.state, seat).encode()


@lru_cache(maxsize=1)
def headers() -> dict[str, str]:
    """Opened on its own, a picture may apply its own style sheet and nothing else."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return {
        "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{digest}'; "
        "sandbox",
        "X-Content-Type-Options": "nosniff",
    }
