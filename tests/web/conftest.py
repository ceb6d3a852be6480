"""The service on an in-memory store, asked by a client that checks what it answers."""

from collections.abc import Iterator

import fakeredis
import pytest
from flask.testing import FlaskClient

from tests.api.workers import workers


@pytest.fixture
def client() -> Iterator[FlaskClient]:
    with workers(fakeredis.FakeRedis()) as start:
        yield start()
