"""A real browser and a real service. Where there is no Chromium, nothing is tested."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from testkit.running_service import Running
from tests.api.support import Table, sit_down
from tests.browser.client import Client
from tests.browser.person import Person

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-quic", "--disable-sync", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on the path"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def client(tmp_path_factory) -> Iterator[Client]:
    """A service, for all tests that leave it as it is."""
    with Running(tmp_path_factory.mktemp("service") / "data") as running:
        yield Client(running.up().port)


@pytest.fixture
def secrets() -> list[str]:
    """The tokens that were handed out in this test."""
    return []


@pytest.fixture
def sit(client, secrets) -> Callable[..., Table]:
    """Makes a game, as `sit_down` does; seat 0 starts unless said otherwise."""

    def sit_at(at: Any = client, **order: Any) -> Table:
        order = {"starting_seat": 0, "seed": "the seed of the tests", **order}
        table = sit_down(at, **order)
        secrets.extend(table.tokens)
        return table

    return sit_at


@pytest.fixture
def new_person(browser, client, secrets) -> Iterator[Callable[..., Person]]:
    """Gives people with browsers of their own, and checks on them at the end."""
    people: list[Person] = []

    def come(origin: str = client.origin, **options: Any) -> Person:
        people.append(Person(browser, origin, **options))
        return people[-1]

    yield come
    for person in people:
        person.check(secrets)
        person.context.close()


def seat_link(table: Table, seat: int) -> str:
    """The link of a seat, as the first page hands it out."""
    return f"/games/{table.id}#seat={seat}:{table.tokens[seat]}"
