"""The paths that show what happened in a game."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from service.api import incoming
from service.api.present import Document, event_documents
from service.play.reader import Page, Reader

NDJSON: Final = "application/x-ndjson"
MOST_VERSIONS: Final = 1000
DEFAULT_LIMIT: Final = 500


def blueprint(reader: Reader) -> Blueprint:
    """The events of a game, as pages or as one download."""
    routes = Blueprint("history", __name__, url_prefix="/v1/games")

    @routes.get("/<game>/events", endpoint="listEvents")
    def list_events(game: str) -> Response:
        media = incoming.accepted(incoming.JSON, NDJSON)
        query = incoming.query(
            after=(0, incoming.LARGEST_NUMBER), limit=(1, MOST_VERSIONS)
        )
        if media == NDJSON:
            return _download(
                reader.history(incoming.game_id(game), after=0, limit=None)
            )
        after, limit = query.get("after", 0), query.get("limit", DEFAULT_LIMIT)
        return _page(reader.history(incoming.game_id(game), after, limit))

    return routes


def _events(page: Page) -> list[Document]:
    return [
        event
        for entry in page.entries
        for event in event_documents(entry.version, entry.at, entry.events)
    ]


def _page(page: Page) -> Response:
    body = {
        "game_id": page.game_id,
        "version": page.version,
        "events": _events(page),
        "next_after": page.next_after,
    }
    return _response(msgspec.json.encode(body), incoming.JSON)


def _download(page: Page) -> Response:
    response = _response(msgspec.json.Encoder().encode_lines(_events(page)), NDJSON)
    name = f"azul-{page.game_id}.ndjson"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _response(body: bytes, media: str) -> Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
    return Response(body, content_type=media, headers=headers)
