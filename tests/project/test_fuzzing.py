"""The fuzzer itself: it runs, and it notices what must not be."""

import pytest

from fuzz.__main__ import run
from fuzz.malformed_requests import Wish
from fuzz.target import BrokenPromise, House


def test_some_hundred_spoilt_requests_break_no_promise():
    statuses = list(run(seed=7, requests=400))

    assert len(statuses) == 400
    assert {200, 400, 422} <= set(statuses)


def test_a_fault_of_the_service_is_noticed():
    house = House(seed=1)
    house.app.view_functions["games.getGame"] = lambda game: 1 / 0

    with pytest.raises(BrokenPromise, match="500"):
        house.send(Wish("GET", house.tables[0].path))


def test_html_where_none_belongs_is_noticed():
    house = House(seed=1)
    house.app.view_functions["games.getGame"] = lambda game: "<p>hello</p>"

    with pytest.raises(BrokenPromise, match="text/html"):
        house.send(Wish("GET", house.tables[0].path))


def test_an_entry_that_nobody_asked_for_is_noticed():
    house = House(seed=1)
    log = f"azul:{{{house.tables[0].path.rpartition('/')[2]}}}:log"

    def sneak(game):
        house.redis.xadd(log, {"x": "y"})
        return {}

    house.app.view_functions["games.getGame"] = sneak

    with pytest.raises(BrokenPromise, match="1 entries more"):
        house.send(Wish("GET", house.tables[0].path))
