"""board.svg over HTTP: versions, seats, caching, and what a browser may do with it."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from service.pictures import style
from tests.api.support import NO_GAME, assert_refused
from tests.pictures.reading import parsed, words


def picture_of(client, table, query="", **headers):
    return client.get(f"{table.path}/board.svg{query}", headers=headers)


def test_the_picture_shows_the_game_as_it_stands(client, sat_down):
    response = picture_of(client, sat_down)

    assert response.status_code == 200
    assert response.content_type == "image/svg+xml"
    assert "Rui’s turn" in words(parsed(response.text))
    assert response.headers["ETag"] == '"2"'
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_picture_of_a_version_may_be_kept_for_good(client, sat_down):
    response = picture_of(client, sat_down, "?version=1")

    assert "Ana’s turn" in words(parsed(response.text))
    assert response.headers["ETag"] == '"1"'
    assert "immutable" in response.headers["Cache-Control"]


def test_a_client_that_has_the_picture_of_this_version_gets_304(client, sat_down):
    known = picture_of(client, sat_down, If_None_Match='"2"')
    outdated = picture_of(client, sat_down, If_None_Match='"1"')

    assert (known.status_code, known.data) == (304, b"")
    assert known.headers["ETag"] == '"2"'
    assert outdated.status_code == 200


def test_a_seat_is_shown_alone(client, sat_down):
    text = words(parsed(picture_of(client, sat_down, "?seat=1&version=2").text))

    assert "Rui, seat 1" in text
    assert "Ana, seat 0" not in text


@pytest.mark.parametrize("seat", ["2", "3"])
def test_a_seat_that_the_game_does_not_have_is_refused(client, sat_down, seat):
    response = picture_of(client, sat_down, f"?seat={seat}")

    problem = assert_refused(response, 422, "validation_failed", "seat")
    assert "0 to 1" in problem["errors"][0]["message"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?seat=4", "seat"),
        ("?seat=-1", "seat"),
        ("?seat=x", "seat"),
        ("?version=0", "version"),
        ("?version=1&version=2", "version"),
        ("?size=9", "size"),
    ],
)
def test_a_wrong_query_is_refused(client, sat_down, query, field):
    assert_refused(picture_of(client, sat_down, query), 422, "validation_failed", field)


def test_there_is_no_picture_of_what_is_not_there(client, sat_down):
    future = picture_of(client, sat_down, "?version=3")

    assert_refused(future, 404, "version_not_found")
    for game in (NO_GAME, "x"):
        response = client.get(f"/v1/games/{game}/board.svg")
        assert_refused(response, 404, "game_not_found")


def test_nothing_but_svg_is_offered(client, sat_down):
    refused = picture_of(client, sat_down, Accept="text/html")
    browsers = "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8"

    assert_refused(refused, 406, "not_acceptable")
    assert picture_of(client, sat_down, Accept=browsers).status_code == 200


def test_opened_on_its_own_a_picture_can_apply_its_style_and_nothing_else(
    client, sat_down
):
    headers = picture_of(client, sat_down).headers
    digest = b64encode(sha256(style().encode()).digest()).decode()

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert re.split(r";\s*", headers["Content-Security-Policy"]) == [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
        "sandbox",
    ]
