"""The endpoint that lists the events of a game."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.serializers import Document, event_documents
from service.games.reader import HistoryPage, Reader

MAX_LIMIT: Final = 1000
DEFAULT_LIMIT: Final = 500
"""Both limits are in versions."""


def blueprint(reader: Reader) -> Blueprint:
    """Route for the events of a game, as pages or as one download."""
    routes = Blueprint("events", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/events", endpoint="listEvents")
    def list_events(game: str) -> Response:
        media_type = parsing.accepted(parsing.JSON, parsing.NDJSON)
        query = parsing.parse_query(
            after=(0, parsing.MAX_INTEGER), limit=(1, MAX_LIMIT)
        )
        game_id = parsing.parse_game_id(game)
        if media_type == parsing.NDJSON:
            return _download(reader.history(game_id, after=0, limit=None))
        after, limit = query.get("after", 0), query.get("limit", DEFAULT_LIMIT)
        return _page(reader.history(game_id, after, limit))

    return routes


def _events(page: HistoryPage) -> list[Document]:
    return [
        event
        for entry in page.entries
        for event in event_documents(entry.version, entry.at, entry.events)
    ]


def _page(page: HistoryPage) -> Response:
    body = {
        "game_id": page.game_id,
        "version": page.version,
        "events": _events(page),
        "next_after": page.next_after,
    }
    return _response(msgspec.json.encode(body), parsing.JSON)


def _download(page: HistoryPage) -> Response:
    body = msgspec.json.Encoder().encode_lines(_events(page))
    response = _response(body, parsing.NDJSON)
    name = f"azul-{page.game_id}.ndjson"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _response(body: bytes, media_type: str) -> Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
    return Response(body, content_type=media_type, headers=headers)
