"""The game of Marta and Luis on the gray board, as its examples tell it."""

import random
from itertools import count

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.support import Json, Table, body_of
from tests.openapi.examples.answers import Answers
from tests.openapi.examples.player import play_on

ORDER = {"players": [{"name": "Marta"}, {"name": "Luis"}], "board": "gray"}
FIRST_CHOICES = 8
"""The first of the choices that are tried, since something follows from them."""


def show(client: FlaskClient, answers: Answers) -> None:
    """Show a placement from which others follow, and the state after it.

    Players choose their columns at random; if nothing follows from any of them, the
    game is played again with other choices.
    """
    games = (_play(client, choices) for choices in count(FIRST_CHOICES))
    table, body, response = next(game for game in games if game)
    answers.request("placeTile", "first_line", body)
    answers.response("placeTile", "first_line", response)
    answers.response("getGame", "wall_tiling", table.read())


def _play(client: FlaskClient, choices: int) -> tuple[Table, Json, TestResponse] | None:
    """A game after the placement to be shown, with that and its answer; None if it
    never comes to one.
    """
    key = {"Idempotency-Key": f"7b0c1e1a-52d4-4d5e-9a60-{choices:012d}"}
    table = Table(client, body_of(client.post("/v1/games", json=ORDER, headers=key)))
    chance = random.Random(choices)  # noqa: S311
    while not table.is_finished:
        if table.legal_moves:
            play_on(table)
            continue
        place = chance.choice(table.game["legal_placements"])
        body = {"line": place["line"], "column": chance.choice(place["columns"])}
        response = table.place(body, place["seat"])
        if body["line"] == 0 and _is_worth_showing(body_of(response)):
            return table, body, response
    return None


def _is_worth_showing(result: Json) -> bool:
    """Whether a line fell and a tile was placed as well, and the round goes on."""
    types = [event["type"] for event in result["events"]]
    wanted = ["tile_placed", "line_dropped", "tile_placed"]
    return types == wanted and bool(result["game"]["legal_placements"])
