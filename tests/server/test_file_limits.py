"""How many connections a worker keeps, by the files that it may have open."""

import resource

import pytest

from service.server.file_limits import (
    MIN_CONNECTIONS,
    max_connections,
    max_streams,
)


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


@pytest.mark.parametrize(
    ("files", "streams"),
    [(resource.RLIM_INFINITY, 2_000), (20_000, 2_000), (1_024, 448), (100, 0)],
)
def test_streams_take_no_more_than_half_of_the_files(monkeypatch, files, streams):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))

    assert max_streams(concurrency=64, streams=2_000) == streams
