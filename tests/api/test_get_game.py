"""get-state: now and then, and without asking twice for what one has."""

import pytest

from tests.api.support import NO_GAME, assert_refused, bearer, sit_down


def test_the_state_is_answered_with_its_version_as_etag(table):
    table.take(table.legal_moves[0])
    response = table.read()

    assert response.status_code == 200
    assert response.headers["ETag"] == '"2"'
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.json == table.game


def test_reading_takes_no_token_and_no_notice_of_one(table):
    other = sit_down(table.client)
    headers = [
        {},
        bearer(table.tokens[0]),
        bearer(other.tokens[0]),
        bearer("nonsense"),
        {"Authorization": "Basic eDp5"},
    ]
    answers = {table.client.get(table.path, headers=h).data for h in headers}

    assert answers == {table.read().data}


@pytest.mark.parametrize("etag", ['"1"', 'W/"1"', '"7", "1"', 'W/"7" ,W/"1"', "*"])
def test_a_client_that_has_the_state_gets_304(table, etag):
    response = table.client.get(table.path, headers={"If-None-Match": etag})

    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == '"1"'
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("etag", ['"2"', '"11"', 'W/"0"', '"7", "8"', '""', '"x"', ","])
def test_a_client_that_has_another_state_gets_this_one(table, etag):
    response = table.client.get(table.path, headers={"If-None-Match": etag})

    assert response.status_code == 200
    assert response.json == table.game


def test_the_etag_changes_with_every_move(table):
    known = table.read().headers["ETag"]
    table.take(table.legal_moves[0])
    response = table.client.get(table.path, headers={"If-None-Match": known})

    assert (response.status_code, response.headers["ETag"]) == (200, '"2"')


def test_the_state_at_every_version_is_what_it_was_then(table):
    created = table.game
    answers = table.play(1, lambda game: game["round"] > 2)
    seen = [created, *(answer["game"] for answer in answers)]

    assert [table.read(version=n + 1).json for n in range(len(seen))] == seen


def test_the_state_at_a_version_may_be_kept_for_good(table):
    response = table.read(version=1)

    assert response.headers["ETag"] == '"1"'
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_the_state_at_a_version_answers_to_if_none_match_too(table):
    table.take(table.legal_moves[0])
    path = f"{table.path}?version=1"

    same = table.client.get(path, headers={"If-None-Match": '"1"'})
    other = table.client.get(path, headers={"If-None-Match": '"2"'})
    assert (same.status_code, same.headers["ETag"]) == (304, '"1"')
    assert (other.status_code, other.headers["ETag"]) == (200, '"1"')


@pytest.mark.parametrize("version", [2, 10**9, 2**53 - 1])
def test_a_version_to_come_is_not_found(table, version):
    assert_refused(table.read(version=version), 404, "version_not_found")


@pytest.mark.parametrize("path", ["", "?version=1", "/events"])
def test_a_game_that_does_not_exist_is_not_found(client, path):
    response = client.get(f"/v1/games/{NO_GAME}{path}")

    assert_refused(response, 404, "game_not_found")


def test_no_version_but_the_last_tells_how_the_game_ends(client):
    table = sit_down(client, seed="never to be seen before the end")
    table.play(2)
    last = table.version

    for version in range(1, last):
        text = table.read(version=version).text
        assert "never to be seen" not in text
        assert '"seed":null,"seed_salt":null' in text
        assert '"result":null' in text
    assert table.game["seed"] == "never to be seen before the end"


def test_looking_changes_nothing(table):
    before = table.mark()
    for _ in range(20):
        table.read()
        table.read(version=1)
        for method in ("GET", "HEAD", "OPTIONS"):
            for path in ("", "/events", "/take-tiles", "/place-tile"):
                table.client.open(table.path + path, method=method)

    assert table.mark() == before


@pytest.mark.parametrize("path", ["", "?version=1", "/events"])
def test_head_gives_the_headers_that_get_would_give(table, path):
    get = table.client.get(table.path + path)
    head = table.client.head(table.path + path)

    assert head.status_code == 200
    assert head.data == b""
    assert dict(head.headers) == dict(get.headers)
