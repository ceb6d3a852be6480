"""The pages on which people play and watch; they use the API like any other client."""

from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, send_from_directory

from service.api import incoming
from service.api.pictures import SVG, headers
from service.pictures import LOOK, symbol_sheet, wall_picture
from service.rules import BOARDS

HTML: Final = "text/html"
_STATIC: Final = Path(__file__).parent / "static"

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; "
    "style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
"""Pages run, load and reach nothing but this service, and nobody may frame them."""


def blueprint() -> Blueprint:
    """The page that sets a table, the page of a game, and their files."""
    routes = Blueprint("web", __name__)

    @routes.get("/", endpoint="getHomePage")
    def home_page() -> Response:
        incoming.accepted(HTML)
        return _answer(_page("home.html"), HTML)

    @routes.get("/games/<game>", endpoint="getGamePage")
    def game_page(game: str) -> Response:
        incoming.accepted(HTML)
        game_id = incoming.game_id(game)
        return _answer(_page("game.html").replace("{game}", game_id), HTML)

    @routes.get("/play/<name>")
    def file(name: str) -> Response:
        board = name.removesuffix(".svg")
        if name != board and board in BOARDS:
            wall = wall_picture(BOARDS[board])
            return Response(wall, headers=headers(), content_type=SVG)
        folder = LOOK.parent if name == LOOK.name else _STATIC / "play"
        response = send_from_directory(folder, name)
        response.headers.update(HEADERS)
        return response

    return routes


@cache
def _page(name: str) -> str:
    """A page with the tiles in it, so that they are there from the first moment."""
    page = (_STATIC / "pages" / name).read_text("utf-8")
    return page.replace("{tiles}", symbol_sheet())


def _answer(body: str, media: str) -> Response:
    return Response(body, headers=HEADERS, content_type=media)
