"""One service with two workers for all tests of this folder."""

from collections.abc import Iterator

import pytest

from testkit.running_service import Running
from tests.live.watching import Table


@pytest.fixture(scope="module")
def service(tmp_path_factory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("live") / "data"
    with Running(data, WORKERS="2", STREAMS="50") as running:
        yield running.up()


@pytest.fixture
def table(service) -> Table:
    return Table(service.port)
