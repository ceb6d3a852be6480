"""The pages as they are served: strict about what they may load, and complete."""

import re
from pathlib import Path

import pytest

from service import web
from service.rules import BOARDS, COLORS
from tests.api.support import NO_GAME, assert_refused, sit_down

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
PAGES = ("/", f"/games/{NO_GAME}")
STATIC = Path(web.__file__).with_name("static")
FILES = (
    "style.css",
    *sorted(file.name for file in STATIC.iterdir()),
    *(f"{board}.svg" for board in BOARDS),
)
SCRIPTS = [name for name in FILES if name.endswith(".js")]

each_page = pytest.mark.parametrize("path", PAGES)


@each_page
def test_a_page_may_load_only_what_this_service_serves(client, path):
    headers = client.get(path).headers
    policy = dict(
        rule.split(" ", 1)
        for rule in re.split(r";\s*", headers["Content-Security-Policy"])
    )

    assert policy.items() >= POLICY.items()
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-cache"


@each_page
def test_a_page_holds_no_script_no_style_and_no_foreign_address(client, path):
    page = client.get(path).text

    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
    outside = set(re.findall(r"\w+://[^\s\"<]+", page)) - {"http://www.w3.org/2000/svg"}
    assert outside == set()


@each_page
def test_a_page_brings_the_tiles_and_refers_to_files_that_exist(client, path):
    page = client.get(path).text

    assert all(f'id="tile-{color}"' in page for color in COLORS)
    assert "{" not in page
    files = set(re.findall(r'(?:src|href)="(/play/[^"]+)"', page))
    assert files
    assert [name for name in files if client.get(name).status_code != 200] == []


def test_without_scripts_the_page_of_a_game_shows_its_picture(client):
    table = sit_down(client)

    page = client.get(f"/games/{table.id}").text

    assert '<noscript>\n      <p class="lead">' in page
    assert f'src="{table.path}/board.svg"' in page


@pytest.mark.parametrize("game", ["x", "A" * 23, "%3Cscript%3E"])
def test_what_can_be_no_id_has_no_page(client, game):
    assert_refused(client.get(f"/games/{game}"), 404, "game_not_found")


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_pages_is_served_with_the_right_type(client, name):
    response = client.get(f"/play/{name}")
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

    assert response.status_code == 200
    assert response.mimetype == kinds[name.rpartition(".")[2]]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_browser_that_has_a_file_does_not_get_it_again(client):
    etag = client.get("/play/game_page.js").headers["ETag"]

    again = client.get("/play/game_page.js", headers={"If-None-Match": etag})

    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_module_imports_only_modules_that_are_served(client, name):
    code = client.get(f"/play/{name}").text
    imported = re.findall(r'^import [^;]*?"\./([^"]+)"', code, re.MULTILINE)

    assert set(imported) <= set(FILES)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_module_makes_no_markup_from_text(client, name):
    code = client.get(f"/play/{name}").text

    assert not re.search(r"innerHTML|insertAdjacentHTML|eval\(|document\.write", code)


@pytest.mark.parametrize("name", ["nope.js", "game.html", "..%2fdocs.js", "nope.svg"])
def test_no_other_file_is_served(client, name):
    assert_refused(client.get(f"/play/{name}"), 404, "not_found")
