"""How many connections a worker keeps, by the files that it may have open."""

import resource

import pytest

from service.server.file_limits import MIN_CONNECTIONS, max_connections


@pytest.mark.parametrize(
    ("files", "connections"),
    [
        (resource.RLIM_INFINITY, 6000),
        (20_000, 6000),
        (4_096, 4_096 - 2_000 - 64 - 64),
        (256, MIN_CONNECTIONS),
    ],
)
def test_a_worker_keeps_as_many_connections_as_its_files_allow(
    monkeypatch, files, connections
):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))

    assert max_connections(concurrency=64, streams=2_000) == connections
