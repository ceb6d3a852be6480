"""The description of the API, and the page that shows it without internet."""

import json
import re

import pytest
import yaml

from tests.api.spec import SPEC, TEXT

FILES = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png", "docs.js")


def get(client, path):
    """The answer, its file read and closed."""
    response = client.get(path)
    response.get_data()
    response.close()
    return response


def test_the_description_is_served_as_it_was_written(client):
    response = client.get("/openapi.yaml")

    assert response.content_type == "application/yaml"
    assert response.text == TEXT


def test_the_description_as_json_says_the_same(client):
    response = client.get("/openapi.json")

    assert response.content_type == "application/json"
    assert json.loads(response.data) == SPEC == yaml.safe_load(TEXT)


def test_the_page_loads_nothing_from_other_hosts(client):
    page = client.get("/docs")
    script = get(client, "/docs/docs.js")

    assert page.mimetype == "text/html"
    targets = re.findall(r'(?:href|src|action|url)\s*[=:]\s*"([^"]*)"', page.text)
    targets += re.findall(r'"(/[^"]*)"', script.text)
    assert {"/openapi.json", "/docs/docs.js", "/docs/swagger-ui.css"} <= set(targets)
    assert [target for target in targets if not target.startswith("/")] == []
    for text in (page.text, script.text):
        assert "//" not in text.replace("<!doctype", "")


def test_the_page_runs_scripts_of_its_own_only(client):
    page = client.get("/docs")

    policy = dict(
        part.strip().partition(" ")[::2]
        for part in page.headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
    assert policy["frame-ancestors"] == "'none'"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert re.findall(r"<script>|<script [^>]*>[^<]|\son\w+=|<style", page.text) == []


def test_everything_that_the_page_needs_is_served(client):
    page = client.get("/docs").text

    needed = set(re.findall(r'(?:href|src)="(/docs/[^"]*)"', page))
    assert needed == {f"/docs/{name}" for name in FILES}
    for path in needed:
        response = get(client, path)
        assert response.status_code == 200
        assert len(response.data) > 100
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "index.html",
        "__init__.py",
        "..",
        "../pages.py",
        "..%2fpages.py",
        "%2e%2e/pages.py",
        "....//pages.py",
        "%00",
        "swagger-ui.css%00",
        "swagger-ui.css/",
        "C:%5cwindows",
    ],
)
def test_no_other_file_is(client, name):
    response = get(client, f"/docs/{name}")

    if name == "swagger-ui.css/":  # a slash at the end is forgiven everywhere
        assert response.status_code == 200
    else:
        assert response.status_code == 404
        assert response.content_type == "application/problem+json"
