"""What is really sent fits the marshmallow schemas, and they would send the same."""

import fakeredis
import pytest
from marshmallow import ValidationError

from service.app import create_app
from service.rules import BOARDS
from service.settings import Settings
from tests.api.support import body_of, order, sit_down
from tests.openapi.response_schemas.answers import (
    CommandResult,
    CreatedGame,
    EventPage,
    Liveness,
    Problem,
    Readiness,
    Replay,
)
from tests.openapi.response_schemas.state import Game


@pytest.fixture(scope="module")
def client():
    settings = Settings(secrets=("x" * 32,), rate_commands=0, allow_unsafe_store=True)
    return create_app(settings, fakeredis.FakeRedis()).test_client()


def assert_fits(schema, document):
    """`document` loads through `schema`, and comes out of it again as it was."""
    loaded = schema().load(document)

    assert schema().dump(loaded) == document


@pytest.mark.parametrize("board", BOARDS)
def test_whole_games_fit(client, board):
    created = body_of(client.post("/v1/games", json=order(3, board=board, seed="a1")))
    assert_fits(CreatedGame, created)
    table = sit_down(client, 3, board=board, seed="a1")
    answers = table.play(7)

    for answer in answers[::6] + answers[-3:]:
        assert_fits(CommandResult, answer)
    for version in range(1, table.version + 1, 9):
        assert_fits(Game, body_of(table.read(version=version)))
    assert table.is_finished
    assert_fits(Game, body_of(table.read()))
    assert_fits(EventPage, table.events())
    assert_fits(EventPage, table.events(limit=1))
    history = table.events()["events"]
    replay = client.post("/v1/replays", json=history)
    assert_fits(Replay, body_of(replay))
    broken = client.post("/v1/replays", json=history[:3] + history[4:])
    assert_fits(Replay, body_of(broken))


@pytest.mark.parametrize(
    ("schema", "path"),
    [(Liveness, "/livez"), (Readiness, "/readyz"), (Problem, "/nowhere")],
)
def test_other_answers_fit(client, schema, path):
    assert_fits(schema, client.get(path).json)


def test_a_problem_with_wrong_fields_fits(client):
    response = client.post("/v1/games", json={"players": [{"name": ""}, 1], "x": 2})

    assert len(body_of(response)["errors"]) >= 3
    assert_fits(Problem, body_of(response))


@pytest.mark.parametrize(
    "change", [{"version": "1"}, {"more": 1}, {"seeded": 1}, {"phase": "over"}]
)
def test_what_does_not_fit_is_seen(client, change):
    game = sit_down(client).game

    with pytest.raises(ValidationError):
        Game().load({**game, **change})


def test_a_field_that_is_left_out_is_seen(client):
    game = sit_down(client).game

    for name in game:
        with pytest.raises(ValidationError):
            Game().load({key: value for key, value in game.items() if key != name})
