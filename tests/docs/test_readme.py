"""The session of the README, with a real service."""

import json
import subprocess

import pytest

from testkit.running_service import Running
from tests.docs.pages import README, ROOT, blocks, text

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture
def service(tmp_path):
    with Running(tmp_path / "data") as running:
        yield running.up()


def bash(script, folder):
    """What the commands wrote; the first one that fails ends them all."""
    ended = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],  # noqa: S607
        cwd=folder,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def values(written):
    """The JSON values that stand one after the other."""
    decoder = json.JSONDecoder()
    while written := written.strip():
        value, end = decoder.raw_decode(written)
        yield value
        written = written[end:]


def test_the_session_plays_reads_and_checks_a_game(service, tmp_path):
    (session,) = blocks(README, "bash")
    assert session.count(ADDRESS) == 1
    session = session.replace(ADDRESS, f"http://127.0.0.1:{service.port}")

    taken, history, before, replay = values(bash(session, tmp_path))

    created = json.loads((tmp_path / "new.json").read_text("utf-8"))
    assert taken["version"] == 2
    assert taken["events"][0]["type"] == "tiles_taken"
    assert history["version"] == 2
    assert [event["type"] for event in history["events"]] == [
        "game_created",
        "round_started",
        "tiles_taken",
    ]
    assert before == created["game"]
    assert replay["valid"]
    assert replay["game"] == {**taken["game"], "id": "replay"}


def test_the_session_can_be_repeated_and_plays_another_game(service, tmp_path):
    (session,) = blocks(README, "bash")
    session = session.replace(ADDRESS, f"http://127.0.0.1:{service.port}")

    games = [list(values(bash(session, tmp_path)))[1]["game_id"] for _ in range(2)]

    assert games[0] != games[1]


def test_every_path_that_the_readme_names_is_served(service):
    for path in (
        "/",
        "/docs",
        "/openapi.yaml",
        "/openapi.json",
        "/livez",
        "/readyz",
        "/metrics",
    ):
        if path != "/":
            assert f"`{path}`" in text(README)
        assert service.get(path)


def test_the_address_is_the_one_that_make_run_serves():
    assert (
        f"serve on {ADDRESS.removeprefix('http://')}" in (ROOT / "Makefile").read_text()
    )
