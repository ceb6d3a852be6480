"""Names and seeds have one definition, and every door asks it."""

import json

import fakeredis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.formats.text import (
    MAX_NAME_LENGTH,
    MAX_SEED_LENGTH,
    name_problem,
    seed_problem,
    truncated,
)
from service.settings import Settings

SECRET = "a secret of the tests, and of nobody else"  # noqa: S105
BAD_NAMES = {
    "empty": "",
    "blank": "  ",
    "a byte order mark": "\ufeff",
    "byte order marks and blanks": "\ufeff \ufeff",
    "no-break spaces": "\u00a0\u2003",
    "a tab": "A\tB",
    "a line break": "A\nB",
    "a line separator": "A\u2028B",
    "a paragraph separator": "A\u2029B",
    "a control character of Latin-1": "A\x85B",
    "too long": "x" * (MAX_NAME_LENGTH + 1),
}


@pytest.fixture(scope="module")
def client():
    settings = Settings(
        secrets=(SECRET,), rate_creations=0, rate_commands=0, rate_reads=0
    )
    return create_app(settings, fakeredis.FakeRedis()).test_client()


@pytest.fixture(scope="module")
def game(client):
    """The path of a game whose seats are Ana and Rui."""
    order = {"players": [{"name": "Ana"}, {"name": "Rui"}], "seed": "a1"}
    return client.post("/v1/games", json=order).headers["Location"]


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_is_refused_at_creation_in_a_log_and_in_a_text_alike(client, game, name):
    order = {"players": [{"name": name}, {"name": "Rui"}]}
    created = client.post("/v1/games", json=order)

    events = client.get(f"{game}/events").json["events"]
    events[0]["data"]["players"][0]["name"] = name
    log = client.post("/v1/replays", json=events).json

    written = client.get(f"{game}/notation").text
    escaped = "".join(f"\\u{{{ord(letter):x}}}" for letter in name)
    text = client.post(
        "/v1/replays",
        data=written.replace('"Ana"', f'"{escaped}"').encode(),
        content_type="text/vnd.azul.game",
    )

    reason = name_problem(name)
    assert created.status_code == 422
    assert created.json["errors"] == [{"field": "players.0.name", "message": reason}]
    assert log["problem"]["code"] == "event_malformed"
    assert log["problem"]["detail"] == f"data.players[0].name: {reason}."
    assert text.status_code == 400
    assert reason in text.json["detail"]


@given(st.text(min_size=1, max_size=MAX_NAME_LENGTH))
def test_a_name_that_has_no_problem_is_one_line_that_can_be_seen(name):
    if name_problem(name) is None:
        assert name.isprintable() or name.splitlines() == [name]
        assert name.strip("\ufeff \u00a0\u3000")


def test_lengths_are_counted_in_characters_not_in_bytes():
    assert name_problem("🎲" * MAX_NAME_LENGTH) is None
    assert name_problem("🎲" * (MAX_NAME_LENGTH + 1)) == "must have 1 to 40 characters"
    assert seed_problem("ž" * MAX_SEED_LENGTH) is None
    assert seed_problem("ž" * (MAX_SEED_LENGTH + 1)) == "must have 1 to 64 characters"


def test_a_seed_may_be_blank_since_nobody_has_to_see_it():
    assert seed_problem(" ") is None
    assert seed_problem("") == "must have 1 to 64 characters"
    assert seed_problem("a\nb") is not None


@pytest.mark.parametrize("surrogate", [chr(0xD800), chr(0xDFFF)])
def test_half_a_surrogate_pair_is_no_text(client, surrogate):
    body = json.dumps({"players": [{"name": surrogate}, {"name": "Rui"}]})
    refused = client.post("/v1/games", data=body, content_type="application/json")

    assert name_problem(surrogate) is not None
    assert (refused.status_code, refused.json["code"]) == (400, "malformed_request")


def test_a_text_is_cut_only_if_it_is_longer():
    assert truncated("abc", 3) == "abc"
    assert truncated("abcd", 3) == "abc…"
