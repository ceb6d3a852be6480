"""A client that does not give up: what is not answered is sent again, unchanged."""

import random
import time

from testkit.http_client import Client, NoResponse, Response, request
from testkit.recorded_games import NewGame, RecordedGame, new_key, recorded_creation

TIMEOUT = 60.0
"""Seconds after which a service that does not answer has not recovered."""
INTERVAL = 0.02
"""Seconds between two attempts."""


class NotAnswered(Exception):
    """A request was never answered."""


def retry_until_answered(
    client: Client, raw: bytes, timeout: float = TIMEOUT
) -> Response:
    """Send a request until it is answered by something else than 503.

    Raises `NotAnswered`.
    """
    deadline = time.monotonic() + timeout
    last = "no attempt was made"
    while time.monotonic() < deadline:
        try:
            response = client.send(raw)
        except NoResponse as error:
            last = str(error)
        else:
            if response.status != 503:
                return response
            last = response.body.decode()
        time.sleep(INTERVAL)
    raise NotAnswered(last)


def create_game(
    client: Client, new_game: NewGame, choice: random.Random
) -> RecordedGame:
    """A new game, under a key of its own."""
    key = new_key(choice)
    raw = request("POST", "/v1/games", new_game.body, key=key)
    response = retry_until_answered(client, raw)
    assert response.status == 201, response.body
    return recorded_creation(key, response)
