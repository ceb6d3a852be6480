"""Requests made up from openapi.yaml: whatever is asked, the document has the answer.

A few of everything by default, many with `--hypothesis-profile deep`.
"""

import json
import random
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import fakeredis
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from service.app import create_app
from service.games import service as games
from service.rules import BOARDS
from service.settings import Settings
from tests.api.support import Table, bearer, sit_down

DEEP = settings.get_current_profile_name() == "deep"
EXAMPLES = 500 if DEEP else 12
GAMES = 300 if DEEP else 12
STEPS = 40 if DEEP else 10
pytestmark = pytest.mark.timeout(3600 if DEEP else 120)
COMMON: dict[str, Any] = {"suppress_health_check": list(HealthCheck), "deadline": None}

ALWAYS = ["2xx", "304", "401", "404"]
BY_THE_RULES = [*ALWAYS, "400", "403", "409", "412", "422"]
"""What fits the document may still come at a wrong moment, or break a rule."""


def checks(operations, **configured):
    return {
        "include-operation-id": operations,
        "checks": {
            name: {key.replace("_", "-"): value for key, value in config.items()}
            for name, config in configured.items()
        },
    }


# Hypothesis repeats what it did, so nothing may depend on what was answered before.
ONE_BY_ONE = {"extra-data-sources": {"responses": False}}
CONFIG = {
    "phases": {
        "examples": ONE_BY_ONE,
        "coverage": ONE_BY_ONE,
        "fuzzing": {**ONE_BY_ONE, "error-feedback": {"enabled": False}},
        "stateful": {"link-calibration": False, "inference": {"algorithms": []}},
    },
    "checks": {"positive_data_acceptance": {"expected-statuses": ALWAYS}},
    "operations": [
        checks(
            [
                "createGame",
                "getGame",
                "getBoardPicture",
                "takeTiles",
                "placeTile",
                "replayHistory",
            ],
            positive_data_acceptance={"expected_statuses": BY_THE_RULES},
        ),
        # Any text is a text, and what is wrong in it is the answer.
        checks(["replayHistory"], negative_data_rejection={"enabled": False}),
        # The document is a text there; schemathesis reads the YAML in it.
        checks(["getOpenapiYaml"], response_schema_conformance={"enabled": False}),
    ],
}
SERVICE = Settings(
    secrets=("x" * 32,),
    rate_creations=0,
    rate_commands=0,
    rate_reads=0,
    allow_unsafe_store=True,
)

app = create_app(SERVICE, fakeredis.FakeRedis())
schema = schemathesis.openapi.from_wsgi(
    "/openapi.json", app, config=SchemathesisConfig.from_dict(CONFIG)
).exclude(operation_id="streamGame")  # whose answers do not end


@schemathesis.serializer("application/x-ndjson", "text/vnd.azul.game")
def text_of(_, value):
    """A body that the document calls a text; not always one where it is wrong."""
    return (value if isinstance(value, str) else json.dumps(value)).encode()


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Games to ask for: just created, in wall-tiling, and finished."""
    client = app.test_client()
    created = [sit_down(client, 3, board=board) for board in BOARDS]
    tiling = sit_down(client, board="gray", seed="a1")
    tiling.play_until(lambda game: game["phase"] == "wall_tiling")
    finished = sit_down(client, seed="a1")
    finished.play()
    return [*created, tiling, finished]


@schema.parametrize()
@settings(max_examples=EXAMPLES, **COMMON)
def test_no_request_is_answered_otherwise_than_documented(tables, case):
    headers = turn_to_a_game(case, tables)
    if (case.query or {}).get("wait") in range(1, 31):
        case.query["wait"] = 0

    case.call_and_validate(headers=headers)


def turn_to_a_game(case, tables):
    """Most ids that could be a game's become one's; gives the header of a token."""
    game_id = (case.path_parameters or {}).get("game_id")
    if not isinstance(game_id, str) or not re.fullmatch(r"[A-Za-z0-9_-]{22}", game_id):
        return None
    number = sum(map(ord, game_id))
    table = [*tables, None][number % (len(tables) + 1)]
    if table is None:
        return None
    case.path_parameters["game_id"] = table.id
    if number % 5 == 0 or not may_have_a_token(case):
        return None
    return bearer(table.tokens[number % len(table.tokens)])


def may_have_a_token(case):
    """Whether the operation asks for one, and it is not just that which is wrong."""
    return operation_of(case) in {"takeTiles", "placeTile"} and not (
        case.meta and case.meta.is_negative_at(ParameterLocation.HEADER)
    )


def operation_of(case):
    return case.operation.definition.raw["operationId"]


SEEDS = random.Random(1)  # noqa: S311
"""Gives games their seeds: a repeated example must get the same games."""


class Players(schema.as_state_machine()):  # type: ignore[misc]
    """Follows the document's links: creates games, and reads and plays them.

    The links cannot hand on the token of the seat whose turn it is; this does.
    """

    answered: Counter = Counter()

    def setup(self):
        self.tables = {}
        SEEDS.seed(1)

    def get_call_kwargs(self, case):
        table = self.tables.get((case.path_parameters or {}).get("game_id"))
        if table is None or not may_have_a_token(case):
            return {}
        seat = table.read().json["current_seat"] or 0
        return {"headers": bearer(table.tokens[seat])}

    def validate_response(self, response, case, additional_checks=None, **sent):
        """Tells the checks, too, that the token is a good one."""
        case.validate_response(
            response, headers=sent.get("headers"), transport_kwargs=sent
        )

    def after_call(self, response, case):
        self.answered[operation_of(case), response.status_code] += 1
        if (operation_of(case), response.status_code) == ("createGame", 201):
            table = Table(app.test_client(), response.json())
            self.tables[table.id] = table


def test_games_played_along_the_links_are_answered_as_documented(monkeypatch):
    seeds = SimpleNamespace(token_hex=lambda size: SEEDS.randbytes(size).hex())
    monkeypatch.setattr(games, "secrets", seeds)
    run = settings(max_examples=GAMES, stateful_step_count=STEPS, **COMMON)
    Players.run(settings=run)

    for success in [("createGame", 201), ("getGame", 200), ("takeTiles", 200)]:
        assert Players.answered[success]
