"""A board is a record: one that nobody has heard of is played, written, drawn and
verified like the others."""

import random

import fakeredis
import pytest

from service.app import create_app
from service.rules import BOARDS, Board, Bonuses
from service.settings import Settings
from tests.games.support import SECRET
from tests.notation.texts import parse

FIFTH = Board(
    name="fifth",
    title="The fifth",
    summary="Eight floor spaces, and a row that counts three times.",
    wall=(("blue", None, None, None, None), *((None,) * 5,) * 4),
    multipliers=((3,) * 5, *((1,) * 5,) * 4),
    floor_penalties=(-1, -1, -2, -2, -2, -3, -3, -4),
    bonuses=Bonuses(row=4, column=8, color=16),
)


@pytest.fixture(scope="module")
def client():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOARDS, FIFTH.name, FIFTH)
        settings = Settings(
            secrets=(SECRET,), rate_creations=0, rate_commands=0, rate_reads=0
        )
        app = create_app(settings, fakeredis.FakeRedis())
        yield app.test_client()


@pytest.fixture(scope="module")
def played(client):
    """The path of a finished game on it, and its last state."""
    choices = random.Random(5)  # noqa: S311 -- repeatable, not secret
    order = {"players": [{"name": "Ana"}, {"name": "Rui"}], "seed": "a1"}
    created = client.post("/v1/games", json={**order, "board": "fifth"})
    assert created.status_code == 201
    game = created.json["game"]
    tokens = [seat["token"] for seat in created.json["seats"]]
    path = f"/v1/games/{game['id']}"
    while not game["result"]:
        seat, action, body = a_command(game, choices)
        headers = {"Authorization": f"Bearer {tokens[seat]}"}
        answer = client.post(f"{path}/{action}", json=body, headers=headers)
        assert answer.status_code == 200, answer.json
        game = answer.json["game"]
    return path, game


def a_command(game, choices):
    if game["legal_moves"]:
        return game["current_seat"], "take-tiles", choices.choice(game["legal_moves"])
    place = choices.choice(game["legal_placements"])
    column = choices.choice(place["columns"])
    return place["seat"], "place-tile", {"line": place["line"], "column": column}


def test_a_whole_game_is_played_on_it_through_the_api(client, played):
    path, game = played
    events = client.get(f"{path}/events").json["events"]

    assert game["board"]["name"] == "fifth"
    assert game["board"]["floor_penalties"] == [-1, -1, -2, -2, -2, -3, -3, -4]
    placed = [event["data"] for event in events if event["type"] == "tile_placed"]
    assert {tile["multiplier"] for tile in placed} == {1, 3}
    cleared = [event["data"] for event in events if event["type"] == "floor_cleared"]
    assert max(len(floor["tiles"]) for floor in cleared) == 8
    assert min(floor["penalty"] for floor in cleared) == -18


def test_its_game_is_verified_as_a_log_and_as_a_text(client, played):
    path, game = played
    for media_type, source in (
        ("application/x-ndjson", "events"),
        ("text/vnd.azul.game", "notation"),
    ):
        body = client.get(f"{path}/{source}", headers={"Accept": media_type}).data
        found = client.post("/v1/replays", data=body, content_type=media_type).json

        assert (found["valid"], found["draws"]) == (True, "verified")
        assert found["game"]["players"] == game["players"]


def test_its_notation_is_read_back(client, played):
    path, game = played
    versions = parse(client.get(f"{path}/notation").text)

    assert versions[0].events[0].board == "fifth"
    assert len(versions) == game["version"]


def test_its_picture_shows_every_floor_space_and_multiplier(client, played):
    path, _ = played
    picture = client.get(f"{path}/board.svg?version=1").text

    assert picture.count(">\N{MINUS SIGN}4<") == 2, "a floor line for each of two seats"
    assert picture.count(">×3<") == 10
    assert "row +4, column +8, color +16" in picture


def test_the_home_page_offers_it_with_its_wall(client):
    page = client.get("/", headers={"Accept": "text/html"}).text
    wall = client.get("/play/fifth.svg")

    assert 'value="fifth"' in page
    assert FIFTH.title in page
    assert FIFTH.summary in page
    assert "/play/fifth.svg" in page
    assert wall.status_code == 200
    assert "×3" in wall.text


def test_a_board_that_does_not_exist_is_refused_with_the_names_of_all(client):
    order = {"players": [{"name": "Ana"}, {"name": "Rui"}], "board": "sixth"}
    refused = client.post("/v1/games", json=order)

    assert refused.status_code == 422
    assert "fifth" in refused.json["errors"][0]["message"]
