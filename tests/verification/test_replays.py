"""POST /v1/replays: what a client sends, and what it gets to see."""

import json

import fakeredis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.settings import Settings
from service.verification.history import PROBLEM_CODES, Draws
from service.verification.history_parsing import MAX_HISTORY_BYTES
from tests.api.checked_client import CheckedClient
from tests.api.spec import SCHEMAS
from tests.api.support import SECRET, assert_refused, sit_down
from tests.verification.support import EVENTFUL, documents, find, forged, lines

NDJSON = "application/x-ndjson"
GRAY = ("gray", 2, EVENTFUL)
EVENTS = documents(*GRAY)


def new_client(run_heavy=None):
    settings = Settings(secrets=(SECRET,))
    app = create_app(settings, fakeredis.FakeRedis(), run_heavy)
    app.test_client_class = CheckedClient
    return app.test_client()


@pytest.fixture
def client():
    return new_client()


@pytest.fixture
def table(client):
    """A game on the gray board, in the middle of the second round."""
    table = sit_down(client, board="gray", seed="the seed of the tests")
    table.play_until(lambda game: game["round"] == 2 and game["legal_moves"])
    return table


def replay(client, body, media=NDJSON, **query):
    return client.post("/v1/replays", data=body, content_type=media, query_string=query)


def download(table):
    return table.client.get(f"{table.path}/events", headers={"Accept": NDJSON}).data


def as_replay(game):
    return {**game, "id": "replay"}


def test_a_download_sent_back_gives_the_game(client, table):
    answer = replay(client, download(table))

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json == {
        "valid": True,
        "version": table.version,
        "game": as_replay(table.read().json),
        "problem": None,
        "draws": "not_verifiable",
    }


def test_the_game_can_be_seen_at_each_version(client, table):
    body = download(table)

    for version in range(1, table.version + 1):
        answer = replay(client, body, version=version).json
        assert answer["valid"]
        assert answer["version"] == version
        assert answer["game"] == as_replay(table.read(version).json)


def test_a_finished_game_is_verified(client, table):
    table.play(seed=3)

    answer = replay(client, download(table)).json

    assert answer["game"] == as_replay(table.game)
    assert answer["draws"] == "verified"


def test_the_list_and_the_page_of_events_do_as_well(client, table):
    page = table.events(limit=1000)
    expected = replay(client, download(table)).json

    for body in (page, page["events"]):
        answer = client.post("/v1/replays", json=body)
        assert answer.status_code == 200
        assert answer.json == expected


def test_a_parameter_of_the_media_type_is_no_obstacle(client):
    answer = replay(client, lines(EVENTS), f"{NDJSON}; charset=utf-8")

    assert answer.json["valid"]


def test_nothing_is_stored(client):
    store = fakeredis.FakeRedis()
    app = create_app(Settings(secrets=(SECRET,), rate_reads=0), store)

    assert replay(app.test_client(), lines(EVENTS)).status_code == 200
    assert store.dbsize() == 0


def test_a_problem_is_an_answer_and_shows_the_game_up_to_there(client):
    number = find(EVENTS, "tile_placed", 5)

    def forge(events):
        events[number]["data"]["points"] += 1

    answer = replay(client, lines(forged(forge, *GRAY))).json

    assert answer["valid"] is False
    assert answer["problem"]["version"] == EVENTS[number]["version"]
    assert answer["problem"]["index"] == EVENTS[number]["index"]
    assert answer["problem"]["code"] == "event_differs"
    assert "points must be" in answer["problem"]["detail"]
    assert answer["game"]["version"] == answer["version"]
    assert answer["draws"] == "verified"


def test_within_a_version_no_seat_is_offered_what_happens_without_a_choice(client):
    forced = next(
        n
        for n, event in enumerate(EVENTS)
        if event["type"] == "tile_placed" and event["data"]["forced"]
    )

    game = replay(client, lines(EVENTS[:forced])).json["game"]

    assert game["phase"] == "wall_tiling"
    seat = game["players"][EVENTS[forced]["data"]["seat"]]
    assert seat["pending_lines"][0] == EVENTS[forced]["data"]["line"]
    assert seat["seat"] not in [p["seat"] for p in game["legal_placements"]]


def test_not_even_a_first_event_is_no_game(client):
    assert replay(client, b"{}").json == {
        "valid": False,
        "version": 0,
        "game": None,
        "problem": {
            "version": 1,
            "index": 0,
            "code": "event_malformed",
            "detail": "event: Object missing required field version.",
        },
        "draws": "not_verifiable",
    }


def test_a_first_round_that_cannot_have_started_leaves_a_bare_table(client):
    game = replay(client, lines(EVENTS[:1])).json["game"]

    assert game["round"] == 0
    assert game["displays"] == [[]] * 5
    assert game["legal_moves"] == game["legal_placements"] == []


@pytest.mark.parametrize("version", [1, 7])
def test_a_version_at_the_problem_or_beyond_is_not_found(client, version):
    body = lines([*EVENTS[:2], *EVENTS[3:]]) if version > 1 else b"{}"

    answer = replay(client, body, version=version)

    assert_refused(answer, 404, "version_not_found")


@pytest.mark.parametrize("version", ["0", "-1", "x", "1.0", "", str(2**64)])
def test_a_version_that_is_none_is_refused(client, version):
    answer = replay(client, lines(EVENTS), version=version)

    assert_refused(answer, 422, "validation_failed", "version")


def test_an_unknown_parameter_is_refused(client):
    answer = replay(client, lines(EVENTS), wait=1)

    assert_refused(answer, 422, "validation_failed", "wait")


@pytest.mark.parametrize(
    ("body", "media"),
    [
        (b"", NDJSON),
        (b"\n\n", NDJSON),
        (lines(EVENTS)[:-9], NDJSON),
        (b"\xff\xfe", NDJSON),
        (b"[]", "application/json"),
        (b"{}", "application/json"),
        (b"", "application/json"),
        (b"[" * 100_000, "application/json"),
        (b'["\\ud800"]', "application/json"),
        (lines(EVENTS), "application/json"),
    ],
)
def test_a_body_that_is_no_list_of_events_is_refused(client, body, media):
    assert_refused(replay(client, body, media), 400, "malformed_request")


@pytest.mark.parametrize(
    "media", ["text/plain", "", "application/x-www-form-urlencoded"]
)
def test_other_media_types_are_refused(client, media):
    answer = replay(client, lines(EVENTS), media)

    assert_refused(answer, 415, "unsupported_media_type")


def test_an_answer_is_json_or_none(client):
    answer = client.post(
        "/v1/replays",
        data=lines(EVENTS),
        content_type=NDJSON,
        headers={"Accept": NDJSON},
    )

    assert_refused(answer, 406, "not_acceptable")


def test_an_idempotency_key_must_be_one_and_changes_nothing(client):
    keys = ["8c1d6f0e-3a57-4c9b-9a44-5b0e7f3d2c61"] * 2
    answers = [
        client.post(
            "/v1/replays",
            data=lines(EVENTS[: number + 2]),
            content_type=NDJSON,
            headers={"Idempotency-Key": key},
        )
        for number, key in enumerate([*keys, "again"])
    ]

    assert [answer.json["version"] for answer in answers[:2]] == [1, 2]
    assert "Idempotency-Replayed" not in answers[1].headers
    assert_refused(answers[2], 400, "malformed_request", "Idempotency-Key")


def test_a_history_may_be_far_larger_than_other_bodies(client):
    body = lines(EVENTS).replace(b"\n", b" " * 40_000 + b"\n")
    assert 5_000_000 < len(body) < MAX_HISTORY_BYTES

    assert replay(client, body).json["valid"]


def test_a_history_may_have_8_mb_and_not_a_byte_more(client):
    body = lines(EVENTS).removesuffix(b"\n")
    body += b" " * (MAX_HISTORY_BYTES - len(body))

    assert replay(client, body).json["valid"]
    assert_refused(replay(client, body + b" "), 413, "payload_too_large")


def test_the_check_is_done_where_the_server_wants_it_done():
    done = []

    def run_heavy(work):
        done.append(work())
        return done[-1]

    answer = replay(new_client(run_heavy), lines(EVENTS))

    assert answer.json["valid"]
    assert done == [answer.data]


def test_other_bodies_are_as_limited_as_before(client):
    assert replay(client, lines(EVENTS)).status_code == 200

    answer = client.post(
        "/v1/games", data=b" " * 70_000, content_type="application/json"
    )

    assert_refused(answer, 413, "payload_too_large")


def test_every_code_of_a_problem_is_described():
    assert len(PROBLEM_CODES) == len(set(PROBLEM_CODES))
    assert set(SCHEMAS["HistoryProblemCode"]["enum"]) == set(PROBLEM_CODES)
    assert SCHEMAS["Draws"]["enum"] == list(Draws.__args__)


CLIENT = new_client()
VALUES: st.SearchStrategy[object] = st.one_of(
    st.sampled_from([None, True, False, "", "blue", "starting_marker", [], {}, 1.0]),
    st.integers(-3, 30),
    st.integers(),
    st.text(max_size=5),
)


def places(value, path=()):
    """The paths to all values within `value`."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for step, member in members:
        yield (*path, step)
        if isinstance(member, dict | list):
            yield from places(member, (*path, step))


PLACES = list(places(EVENTS))


@given(st.sampled_from(PLACES), VALUES)
def test_whatever_is_forged_the_answer_is_as_described(path, value):
    def forge(events):
        target = events
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value

    body = json.dumps(forged(forge, *GRAY))

    answer = replay(CLIENT, body, "application/json")

    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert len(path) == 1, "only an entry that is no object is no event"
