"""create-game: who sits where, on which board, from which seed."""

import pytest

from service.app import create_app
from service.rules import BOARDS
from service.settings import Settings
from testkit.recorded_games import NAMES
from tests.api.support import COLORS, body_of, order, sit_down

NO_TILES = dict.fromkeys(COLORS, 0)


def test_a_created_game_is_answered_with_its_state_its_path_and_the_tokens(client):
    response = client.post("/v1/games", json=order(3))

    body = body_of(response)
    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/games/{body['game']['id']}"
    assert response.headers["ETag"] == '"1"'
    assert response.headers["Cache-Control"] == "no-store"
    assert client.get(response.headers["Location"]).json == body["game"]
    assert [(s["seat"], s["name"]) for s in body["seats"]] == list(enumerate(NAMES[:3]))


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_a_new_game_begins_with_full_displays_and_empty_boards(
    client, players, displays
):
    game = sit_down(client, players).game

    assert game["version"] == game["round"] == 1
    assert (game["status"], game["phase"]) == ("in_progress", "factory_offer")
    assert [len(display) for display in game["displays"]] == [4] * displays
    assert sum(game["bag"].values()) == 100 - 4 * displays
    assert game["lid"] == NO_TILES
    assert game["center"] == {"tiles": [], "starting_marker": True}
    assert game["next_starting_seat"] is None
    assert game["legal_placements"] == []
    assert game["result"] is None
    for player in game["players"]:
        assert (player["score"], player["floor_line"]) == (0, [])
        assert player["wall"] == [[None] * 5] * 5
        assert player["pattern_lines"] == [
            {"color": None, "count": 0, "capacity": capacity}
            for capacity in range(1, 6)
        ]


def test_the_board_is_the_colored_one_unless_another_is_asked_for(client):
    assert sit_down(client).game["board"]["name"] == "colored"
    for board in BOARDS:
        assert sit_down(client, board=board).game["board"]["name"] == board


def test_the_state_shows_what_is_printed_on_the_board(client):
    board = sit_down(client, board="crystal_2").game["board"]

    assert board["wall"][1] == [None, "blue", None, "red", None]
    assert board["multipliers"] == [[1] * 5] * 5
    assert board["floor_penalties"] == [-1, 0, -1, -2, -1, -2, -3]
    assert board["bonuses"] == {"row": 3, "column": 10, "color": 12}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_starting_seat_can_be_chosen(client, seat):
    game = sit_down(client, 3, starting_seat=seat).game

    assert game["starting_seat"] == game["current_seat"] == seat


@pytest.mark.parametrize("choice", [{}, {"starting_seat": None}])
def test_otherwise_the_starting_seat_is_drawn_at_random(client, choice):
    games = [sit_down(client, **choice).game for _ in range(40)]

    assert {game["starting_seat"] for game in games} == {0, 1}
    assert all(game["starting_seat"] == game["current_seat"] for game in games)


def test_the_starting_seat_must_be_one_of_the_players(client):
    response = client.post("/v1/games", json=order(2, starting_seat=2))

    assert response.status_code == 422
    assert body_of(response)["errors"] == [
        {"field": "starting_seat", "message": "must be 0 to 1, or null"}
    ]


def test_the_same_seed_gives_the_same_game_on_any_server(client, store):
    elsewhere = create_app(Settings(secrets=("x" * 32,)), type(store)()).test_client()
    mine = sit_down(client, 4, seed="a1")
    theirs = sit_down(elsewhere, 4, seed="a1")

    for _ in range(60):
        if mine.is_finished or not mine.legal_moves:
            break
        move = mine.legal_moves[-1]
        mine.take(move)
        theirs.take(move)

    different = ("id", "created_at", "updated_at", "seed_hash")
    assert mine.version > 40
    assert {k: v for k, v in mine.game.items() if k not in different} == {
        k: v for k, v in theirs.game.items() if k not in different
    }


def test_another_seed_gives_another_game(client):
    deals = {str(sit_down(client, seed=f"a{n}").game["displays"]) for n in range(20)}

    assert len(deals) == 20


def test_games_without_a_seed_are_all_different(client):
    games = [sit_down(client, seed=None).game for _ in range(100)]

    assert len({str(game["displays"]) for game in games}) == 100
    assert len({game["seed_hash"] for game in games}) == 100
    assert len({game["id"] for game in games}) == 100


def test_the_state_says_whether_the_seed_was_given(client):
    assert sit_down(client, seed="a1").game["seeded"] is True
    assert sit_down(client, seed=None).game["seeded"] is False
    assert sit_down(client).game["seeded"] is False


def test_a_short_seed_cannot_be_guessed_from_its_hash(client):
    hashes = {sit_down(client, seed="a1").game["seed_hash"] for _ in range(10)}

    assert len(hashes) == 10


def test_seats_have_tokens_of_their_own_that_differ_from_game_to_game(client):
    tables = [sit_down(client, 4) for _ in range(10)]
    tokens = {token for table in tables for token in table.tokens}

    assert len(tokens) == 40
    assert min(map(len, tokens)) >= 22


def test_tokens_appear_in_the_answer_to_creation_only(client):
    table = sit_down(client, board="gray", seed="a1")
    answers = [table.take(table.legal_moves[0]) for _ in range(30) if table.legal_moves]
    answers += [table.read(), table.read(version=1)]
    answers += [client.get(f"{table.path}/events")]

    assert len(answers) > 10
    for answer in answers:
        text = answer.text + str(answer.headers)
        secrets = [part for token in table.tokens for part in (token, token[-20:])]
        assert [secret for secret in secrets if secret in text] == []


@pytest.mark.parametrize(
    "name", ["A", "x" * 40, "😀" * 40, "é", "Zoë  O’Neil", " Rui ", "<b>&\"'", "\u00ad"]
)
def test_a_name_is_kept_as_it_was_given(client, name):
    players = [{"name": name}, {"name": name}]
    created = body_of(client.post("/v1/games", json={"players": players}))

    history = client.get(f"/v1/games/{created['game']['id']}/events").json
    assert [player["name"] for player in created["game"]["players"]] == [name, name]
    assert [seat["name"] for seat in created["seats"]] == [name, name]
    assert history["events"][0]["data"]["players"][1] == {"seat": 1, "name": name}


def test_two_requests_without_a_key_create_two_games(client):
    assert sit_down(client, seed="a1").id != sit_down(client, seed="a1").id
