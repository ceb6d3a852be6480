"""The pages on which people play and watch; they use the API like any other client."""

from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from service.api import incoming
from service.api.pictures import SVG, headers
from service.pictures import LOOK, symbol_sheet, wall_picture
from service.rules import BOARDS

HTML: Final = "text/html; charset=utf-8"
MEDIA: Final = {
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

_STATIC: Final = Path(__file__).parent / "static"


def blueprint() -> Blueprint:
    """The page that sets a table, the page of a game, and their files."""
    routes = Blueprint("web", __name__)

    @routes.get("/", endpoint="getHomePage")
    def home_page() -> Response:
        incoming.accepted("text/html")
        return Response(_page("home.html"), headers=HEADERS, content_type=HTML)

    @routes.get("/games/<game>", endpoint="getGamePage")
    def game_page(game: str) -> Response:
        incoming.accepted("text/html")
        page = _page("game.html").replace("{game}", incoming.game_id(game))
        return Response(page, headers=HEADERS, content_type=HTML)

    @routes.get("/play/<name>")
    def file(name: str) -> Response:
        content = _files().get(name)
        if content is None:
            raise NotFound
        media = MEDIA[Path(name).suffix]
        response = Response(content, headers=HEADERS, content_type=media)
        response.headers.update(headers() if media == SVG else {})
        response.add_etag()
        response.make_conditional(request)
        return response

    return routes


@cache
def _page(name: str) -> str:
    """A page with the tiles in it, so that they are there from the first moment."""
    page = (_STATIC / "pages" / name).read_text("utf-8")
    return page.replace("{tiles}", symbol_sheet())


@cache
def _files() -> dict[str, bytes]:
    """What the pages load: scripts, style sheets, and a picture of each board."""
    files = [LOOK, *(_STATIC / "play").iterdir()]
    walls = {f"{name}.svg": wall_picture(board) for name, board in BOARDS.items()}
    return {
        **{file.name: file.read_bytes() for file in files},
        **{name: wall.encode() for name, wall in walls.items()},
    }
