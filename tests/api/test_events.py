"""The history: pages that never split a version, and the whole log as a download."""

import pytest

from tests.api.checked_client import strict_json
from tests.api.support import Table, assert_refused, sit_down

NDJSON = "application/x-ndjson"


@pytest.fixture
def played(client) -> Table:
    """A finished game of two."""
    table = sit_down(client, seed="a1", starting_seat=0)
    table.play(4)
    return table


def versions(page):
    return sorted({event["version"] for event in page["events"]})


def test_a_history_begins_with_the_creation_and_the_first_round(table):
    page = table.events()
    created, started = page["events"]

    assert (page["game_id"], page["version"]) == (table.id, 1)
    assert page["next_after"] is None
    assert (created["version"], created["index"]) == (1, 0)
    assert (started["version"], started["index"]) == (1, 1)
    assert created["type"] == "game_created"
    assert created["data"]["board"] == "colored"
    assert created["data"]["seed_hash"] == table.game["seed_hash"]
    assert started["type"] == "round_started"
    assert started["data"]["displays"] == table.game["displays"]
    assert started["data"]["bag"] == table.game["bag"]
    assert created["at"] == started["at"] == table.game["created_at"]


def test_a_history_is_what_the_commands_answered_in_order(client):
    table = sit_down(client, board="gray", seed="a1")
    events = table.events()["events"]
    for answer in table.play(5, lambda game: game["round"] > 2):
        events += answer["events"]

    assert table.events()["events"] == events


def test_versions_and_indices_have_no_holes(played):
    events = played.events()["events"]
    places = [(event["version"], event["index"]) for event in events]

    expected = [(1, 0)]
    for _, index in places[1:]:
        last_version, last_index = expected[-1]
        follows = (last_version, last_index + 1) if index else (last_version + 1, 0)
        expected.append(follows)
    assert places == expected
    assert places[-1][0] == played.version
    assert events[-1]["type"] == "game_ended"


@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
def test_pages_joined_together_are_the_whole_history_and_split_no_version(
    played, limit
):
    after, joined, count = 0, [], 0
    while after is not None:
        page = played.events(after=after, limit=limit)
        last = min(after + limit, played.version)
        assert versions(page) == list(range(after + 1, last + 1))
        assert page["version"] == played.version
        assert page["next_after"] == (last if last < played.version else None)
        joined += page["events"]
        after, count = page["next_after"], count + 1

    assert joined == played.events()["events"]
    assert count == -(-played.version // limit)


def test_pages_begin_right_after_the_version_that_is_known(played):
    page = played.events(after=10)

    assert versions(page) == list(range(11, played.version + 1))


def test_a_page_that_ends_at_the_newest_version_is_the_last(played):
    page = played.events(after=played.version - 3, limit=3)

    assert len(versions(page)) == 3
    assert page["next_after"] is None


@pytest.mark.parametrize("beyond", [0, 1, 1000, 10**12, 2**53 - 1])
def test_after_the_end_the_page_is_empty(table, beyond):
    page = table.events(after=min(1 + beyond, 2**53 - 1))

    assert page == {
        "game_id": table.id,
        "version": 1,
        "events": [],
        "next_after": None,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 0),
        ("limit", 1001),
        ("limit", -1),
        ("limit", "x"),
        ("limit", ""),
        ("limit", "1.0"),
        ("after", -1),
        ("after", 2**53),
        ("after", "all"),
        ("after", " 1"),
        ("after", "+1"),
        ("after", "1e2"),
        ("after", "٣"),
    ],
)
def test_a_query_out_of_range_is_refused_and_not_clamped(table, name, value):
    for accept in ("application/json", NDJSON):
        response = table.client.get(
            f"{table.path}/events",
            query_string={name: value},
            headers={"Accept": accept},
        )
        assert_refused(response, 422, "validation_failed", name)


def test_the_download_is_the_whole_log_one_event_a_line(played):
    response = played.client.get(f"{played.path}/events", headers={"Accept": NDJSON})

    lines = response.text.splitlines()
    assert response.content_type == NDJSON
    assert response.text.endswith("}\n")
    assert [strict_json(line) for line in lines] == played.events()["events"]
    assert played.id in response.headers["Content-Disposition"]


def test_the_download_is_not_shortened(played):
    path = f"{played.path}/events"
    whole = played.client.get(path, headers={"Accept": NDJSON}).data

    for query in ("after=5", "limit=1", "after=5&limit=2"):
        part = played.client.get(f"{path}?{query}", headers={"Accept": NDJSON})
        assert part.data == whole


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("application/*", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("text/html, */*;q=0.1", "application/json"),
        (NDJSON, NDJSON),
        ("APPLICATION/X-NDJSON", NDJSON),
        (f"{NDJSON}, application/json", "application/json"),
        (f"{NDJSON}, application/json;q=0.9", NDJSON),
        (f"{NDJSON};q=0.1, application/json;q=0", NDJSON),
        (f"{NDJSON};q=0.2;x=y, application/json;q=0.1", NDJSON),
    ],
)
def test_the_client_says_which_form_it_wants(table, accept, media_type):
    headers = {} if accept is None else {"Accept": accept}
    response = table.client.get(f"{table.path}/events", headers=headers)

    assert (response.status_code, response.content_type) == (200, media_type)
    assert response.headers["Vary"] == "Accept"


@pytest.mark.parametrize("accept", ["text/csv", "application/json;q=0", "application"])
def test_other_forms_are_not_offered(table, accept):
    response = table.client.get(f"{table.path}/events", headers={"Accept": accept})

    assert_refused(response, 406, "not_acceptable")
