"""The service on an in-memory store, asked by a client that checks what it answers."""

import fakeredis
import pytest

from service.app import create_app
from service.settings import Settings
from tests.api.checked_client import CheckedClient
from tests.api.support import SECRET, Table, sit_down


@pytest.fixture
def client():
    app = create_app(Settings(secrets=(SECRET,)), fakeredis.FakeRedis())
    app.test_client_class = CheckedClient
    return app.test_client()


@pytest.fixture
def sat_down(client) -> Table:
    """A game of two in which seat 0 has made a move."""
    table = sit_down(client, starting_seat=0, seed="the seed of the tests")
    table.take(table.legal_moves[0])
    return table
