"""The fuzzer itself: it runs, and it finds violations."""

import pytest

from fuzz.__main__ import run
from fuzz.malformed_requests import Request
from fuzz.target import FuzzTarget, InvariantViolated
from service.rules import BOARDS
from service.store.redis_log import log_key


def test_some_hundred_malformed_requests_violate_no_invariant():
    statuses = list(run(seed=7, requests=400))

    assert len(statuses) == 400
    assert {200, 400, 422} <= set(statuses)


def test_a_server_error_is_found():
    target = FuzzTarget(seed=1)
    target.app.view_functions["games.getGame"] = lambda game: 1 / 0

    with pytest.raises(InvariantViolated, match="500"):
        target.send(Request("GET", target.games[0].path))


def test_html_in_place_of_json_is_found():
    target = FuzzTarget(seed=1)
    target.app.view_functions["games.getGame"] = lambda game: "<p>hello</p>"

    with pytest.raises(InvariantViolated, match="text/html"):
        target.send(Request("GET", target.games[0].path))


def test_an_entry_without_a_command_is_found():
    target = FuzzTarget(seed=1)
    log = log_key(target.games[0].id)

    def append(game):
        target.redis.xadd(log, {"x": "y"})
        return {}

    target.app.view_functions["games.getGame"] = append

    with pytest.raises(InvariantViolated, match="1 new entries"):
        target.send(Request("GET", target.games[0].path))


def test_games_on_every_board_are_played():
    games = FuzzTarget(seed=1).games

    assert [game.state["board"]["name"] for game in games] == list(BOARDS)
