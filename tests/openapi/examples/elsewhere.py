"""The `example` of headers and parameters: values that are given, and accepted."""

import json
from typing import Any

from tests.api.support import KEY
from tests.openapi.examples.document import COMPONENTS, Place
from tests.openapi.examples.recipes import successes
from tests.openapi.examples.refusals import refused

CREATION = Place("createGame", "201", "two_players")
MIDST = Place("getGame", "200", "in_progress")
HEADERS = {
    "ETag": "ETag",
    "Location": "Location",
    "IdempotencyReplayed": "Idempotency-Replayed",
    "RetryAfter": "Retry-After",
    "WWWAuthenticate": "WWW-Authenticate",
}
"""The headers by the names of their components."""


def values() -> dict[tuple[str, str], Any]:
    """Every `example` by the kind (`headers`, `parameters`) and the name of its
    component.
    """
    given = headers()
    return {
        **{("headers", name): _of_type(name, given[HEADERS[name]]) for name in HEADERS},
        **{("parameters", name): value for name, value in parameters().items()},
    }


def headers() -> dict[str, str]:
    """One answer's value of each header."""
    unavailable = refused("takeTiles", "storage_unavailable")
    tokenless = refused("takeTiles", "token_missing")
    return {
        **successes().headers,
        "Retry-After": unavailable.headers["Retry-After"],
        "WWW-Authenticate": tokenless.headers["WWW-Authenticate"],
    }


def parameters() -> dict[str, Any]:
    """A value of each parameter, right for the game that the examples tell, as it
    stands in its midst.
    """
    version = successes()[MIDST]["version"]
    return {
        "GameId": successes()[CREATION]["game"]["id"],
        "Version": version,
        "PictureSeat": 1,
        "Wait": 20,
        "LastEventId": str(version - 1),
        "StreamAfter": version - 1,
        "ReplayVersion": 1,
        "After": 0,
        "Limit": 500,
        "IdempotencyKey": KEY,
        "IfMatch": f'"{version}"',
        "IfNoneMatch": f'"{version}"',
    }


def _of_type(name: str, text: str) -> Any:
    """The value of a header as its schema types it."""
    is_text = COMPONENTS["headers"][name]["schema"]["type"] == "string"
    return text if is_text else json.loads(text)
