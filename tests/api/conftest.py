"""The service on an in-memory store, and clients that check what it answers."""

from collections.abc import Callable, Iterator

import fakeredis
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.support import Table, sit_down
from tests.api.workers import workers
from tests.api.world import World


@pytest.fixture
def server() -> fakeredis.FakeServer:
    """The in-memory server; `connected = False` is an outage."""
    return fakeredis.FakeServer()


@pytest.fixture
def store(server) -> fakeredis.FakeRedis:
    return fakeredis.FakeRedis(server=server)


@pytest.fixture
def start(store) -> Iterator[Callable[..., FlaskClient]]:
    """Starts one more worker on the same store, and gives a client of it."""
    with workers(store) as start_worker:
        yield start_worker


@pytest.fixture
def client(start) -> FlaskClient:
    return start()


@pytest.fixture
def app(client) -> Flask:
    return client.application


@pytest.fixture
def table(client) -> Table:
    """A game of two that has just been created; seat 0 starts."""
    return sit_down(client, starting_seat=0, seed="the seed of the tests")


@pytest.fixture
def tiling(client) -> Table:
    """A game on the gray board in which tiles are to be placed."""
    table = sit_down(
        client, board="gray", starting_seat=0, seed="the seed of the tests"
    )
    table.play_until(lambda game: game["phase"] == "wall_tiling")
    return table


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture
def nothing_happens(world) -> Iterator[None]:
    """Whatever a test sends to the world leaves it as it was."""
    yield
    assert world.mark() == world.before
