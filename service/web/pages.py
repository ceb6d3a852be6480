"""The pages on which people play and watch; they use the API like any other client."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from service.api.request_parsing import accepted, parse_game_id
from service.api.svg_headers import SVG, svg_headers
from service.formats.text import MAX_NAME_LENGTH, MAX_SEED_LENGTH
from service.pictures import STYLE, symbol_sheet, wall_picture
from service.rules import BOARDS, COLORS, DEFAULT_BOARD, PLAYERS, Board

SUGGESTED_NAMES: Final = ("Ana", "Rui", "Eva", "Gil")
HTML: Final = "text/html; charset=utf-8"
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": SVG,
}
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

_STATIC: Final = Path(__file__).with_name("static")


def blueprint() -> Blueprint:
    """The page that creates games, the page of a game, and their files."""
    routes = Blueprint("web", __name__, template_folder="templates")

    @routes.get("/", endpoint="getHomePage")
    def home_page() -> Response:
        accepted("text/html")
        return _page(
            "home.html",
            boards=list(BOARDS.values()),
            default_board=DEFAULT_BOARD,
            players=list(PLAYERS),
            suggested_names=SUGGESTED_NAMES,
            colors=COLORS,
            max_name_length=MAX_NAME_LENGTH,
            max_seed_length=MAX_SEED_LENGTH,
        )

    @routes.get("/games/<game>", endpoint="getGamePage")
    def game_page(game: str) -> Response:
        accepted("text/html")
        return _page("game.html", game_id=parse_game_id(game))

    @routes.get("/play/<name>")
    def file(name: str) -> Response:
        content = _file(name)
        if content is None:
            raise NotFound
        media_type = MEDIA_TYPES[Path(name).suffix]
        response = Response(content, headers=HEADERS, content_type=media_type)
        response.headers.update(svg_headers() if media_type == SVG else {})
        response.add_etag()
        response.make_conditional(request)
        return response

    return routes


def _page(template: str, **values: Any) -> Response:
    """A page with the tiles in it, so that they are there from the first moment."""
    page = render_template(template, tiles=_symbols(), **values)
    return Response(page, headers=HEADERS, content_type=HTML)


@cache
def _symbols() -> str:
    return symbol_sheet()


def _file(name: str) -> bytes | None:
    """A file that the pages load; None if there is none of this name."""
    stem, _, suffix = name.rpartition(".")
    if suffix == "svg" and stem in BOARDS:
        return _wall(BOARDS[stem])
    return _static_files().get(name)


@cache
def _wall(board: Board) -> bytes:
    return wall_picture(board).encode()


@cache
def _static_files() -> dict[str, bytes]:
    """Scripts and style sheets."""
    files = [STYLE, *_STATIC.iterdir()]
    return {file.name: file.read_bytes() for file in files if file.is_file()}
