"""GET …/notation and POST /v1/replays: a game goes and comes as a text."""

import fakeredis
import pytest

from service.app import create_app
from service.notation import MEDIA_TYPE, write
from service.settings import Settings
from tests.api.checked_client import CheckedClient
from tests.api.spec import SPEC
from tests.api.support import NO_GAME, SECRET, assert_refused, sit_down
from tests.notation.test_document import BY_HAND, EXPORTED
from tests.notation.texts import BEGINNING, changed, parse

NDJSON = "application/x-ndjson"


@pytest.fixture
def client():
    app = create_app(Settings(secrets=(SECRET,)), fakeredis.FakeRedis())
    app.test_client_class = CheckedClient
    return app.test_client()


@pytest.fixture
def table(client):
    """A game on the gray board, in the middle of the second round."""
    table = sit_down(client, board="gray", seed="the seed of the tests")
    table.play_until(lambda game: game["round"] == 2 and game["legal_moves"])
    return table


@pytest.fixture
def finished(table):
    table.play(1)
    return table


def export(table, **query):
    return table.client.get(f"{table.path}/notation", query_string=query)


def replay(client, body, media=MEDIA_TYPE, **query):
    return client.post("/v1/replays", data=body, content_type=media, query_string=query)


def download(table):
    return table.client.get(f"{table.path}/events", headers={"Accept": NDJSON}).data


def test_the_text_of_a_game_is_a_file_to_keep(table):
    answer = export(table)

    assert answer.status_code == 200
    assert answer.content_type == f"{MEDIA_TYPE}; charset=utf-8"
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="azul-{table.id}.azul"'
    )
    assert len(parse(answer.text)) == table.version


def test_the_text_is_the_log(finished):
    """Event by event and millisecond by millisecond, by way of the two replays."""
    text = export(finished).data

    by_text = replay(finished.client, text).json
    by_log = replay(finished.client, download(finished), NDJSON).json

    assert by_text == by_log
    assert by_text["valid"]
    assert by_text["draws"] == "verified"
    assert by_text["game"] == {**finished.read().json, "id": "replay"}
    assert write(parse(text.decode())).encode() == text


def test_an_earlier_version_is_a_text_of_its_own(table):
    for version in range(1, table.version + 1, 4):
        answer = export(table, version=version)
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["ETag"] == f'"{version}"'
        again = replay(table.client, answer.data).json
        assert again["game"] == {**table.read(version).json, "id": "replay"}


def test_a_text_that_the_client_has_is_not_sent_again(table):
    known = {"If-None-Match": f'"{table.version}"'}

    answer = table.client.get(f"{table.path}/notation", headers=known)

    assert (answer.status_code, answer.data) == (304, b"")


def test_the_seed_is_not_in_the_text_before_the_end(table):
    assert "the seed of the tests" not in export(table).text
    assert export(table).text.endswith("\n*\n")


def test_names_leave_and_come_back_as_they_are(client):
    name = '"}[\\;| \u202eאנה 👩🏽‍🚀'
    players = [{"name": name}, {"name": "Rui"}]
    game = client.post("/v1/games", json={"players": players}).json["game"]

    text = client.get(f"/v1/games/{game['id']}/notation").data

    assert replay(client, text).json["game"]["players"][0]["name"] == name


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        (f"/v1/games/{NO_GAME}/notation", (404, "game_not_found")),
        ("/v1/games/x/notation", (404, "game_not_found")),
        ("{path}/notation?version=999", (404, "version_not_found")),
        ("{path}/notation?version=0", (422, "validation_failed", "version")),
        ("{path}/notation?after=1", (422, "validation_failed", "after")),
    ],
)
def test_what_is_not_there_has_no_text(table, path, problem):
    assert_refused(table.client.get(path.format(path=table.path)), *problem)


def test_the_text_is_offered_in_one_form(table):
    path = f"{table.path}/notation"

    answer = table.client.get(path, headers={"Accept": "application/json"})

    assert_refused(answer, 406, "not_acceptable")
    assert table.client.get(path, headers={"Accept": "text/*"}).status_code == 200


def test_a_replay_by_text_shows_every_version(table):
    text = export(table).data

    for version in range(1, table.version + 1, 5):
        answer = replay(table.client, text, version=version).json
        assert answer["game"] == {**table.read(version).json, "id": "replay"}
    beyond = replay(table.client, text, version=table.version + 1)
    assert_refused(beyond, 404, "version_not_found")


def test_a_faulty_move_is_named_and_the_game_shown_up_to_there(client):
    answer = replay(client, changed("4b>3", "0b>3")).json

    assert answer["valid"] is False
    assert answer["problem"] == {
        "version": 5,
        "index": 0,
        "code": "display_empty",
        "detail": "Line 6, column 46: Round 1, move 4, 0b>3: "
        "Display 0 is empty; take from another display or the center.",
    }
    assert answer["version"] == answer["game"]["version"] == 4


def test_what_happened_before_a_missing_round_is_shown(finished):
    lines = export(finished).text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("1."))

    answer = replay(finished.client, "\n".join([*lines[: first + 1], "*"])).json

    assert answer["problem"]["code"] == "event_missing"
    assert answer["problem"]["index"] > 0
    assert answer["version"] == answer["problem"]["version"]
    assert answer["game"]["phase"] == "wall_tiling"
    assert answer["game"]["legal_placements"] == []
    assert answer["game"]["legal_moves"] == []


@pytest.mark.parametrize("media", [MEDIA_TYPE, f"{MEDIA_TYPE}; charset=utf-8"])
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", 'Line 1, column 1: [Azul "1"] must come first.'),
        (b"\xff", "The text is not valid UTF-8 at byte 0."),
        (
            BEGINNING.replace("*\n", "").encode(),
            "Line 7, column 1: expected the next round",
        ),
        (BEGINNING.encode() + b" " * 250_000, "a text may have 250000 characters"),
    ],
)
def test_a_text_that_does_not_follow_the_grammar_is_refused(client, media, body, words):
    answer = replay(client, body, media)

    assert_refused(answer, 400, "malformed_request")
    assert words in answer.json["detail"]


def test_changed_draws_do_not_follow_from_the_seed(finished):
    lines = export(finished).text.splitlines()
    last = max(n for n, line in enumerate(lines) if line[:1].isdigit())
    number, first, *rest = lines[last].split()
    other = (
        first[::-1]
        if first != first[::-1]
        else "".join(sorted(first, key="wkryb".index))
    )
    lines[last] = " ".join([number, other, *rest])

    answer = replay(finished.client, "\n".join(lines)).json

    assert answer["draws"] == "mismatch"


def test_a_seed_that_was_not_promised_is_found(finished):
    text = export(finished).text.replace("the seed of the tests", "another seed")

    answer = replay(finished.client, text).json

    assert answer["valid"] is False
    assert answer["problem"]["code"] == "seed_mismatch"
    assert answer["problem"]["detail"].endswith("do not match SeedHash.")
    assert answer["draws"] == "mismatch"
    assert answer["game"]["status"] == "in_progress"


@pytest.mark.parametrize(
    ("text", "draws"), [(EXPORTED, "verified"), (BY_HAND, "not_verifiable")]
)
def test_the_examples_of_the_document_are_valid(client, text, draws):
    answer = replay(client, text).json

    assert answer["valid"] is True
    assert answer["draws"] == draws
    assert answer["game"]["status"] == "finished"


def test_an_unknown_seed_is_shown_as_null(client):
    game = replay(client, BY_HAND).json["game"]

    assert (game["seed"], game["seed_salt"]) == (None, None)
    assert game["created_at"] == game["updated_at"] == "1970-01-01T00:00:00.000Z"


def test_the_example_of_the_description_is_the_game_of_its_download(client):
    examples = SPEC["components"]["examples"]

    by_text = replay(client, examples["notation"]["value"]).json
    by_log = replay(client, examples["event_download"]["value"], NDJSON).json

    assert by_text["valid"]
    assert by_text == by_log
