"""Requests over HTTP, as a share of what a Flask no-op does at the same moment."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import NamedTuple

from benchmarks import load, noop
from benchmarks.figures import Aim, Figure
from benchmarks.load import Load
from benchmarks.seeded_games import SeededGames
from benchmarks.store import SECRET, embedded_store
from benchmarks.timing import Effort
from service.settings import Settings
from testkit.gunicorn_server import Server, serving
from testkit.http_client import request
from testkit.ports import free_port

NOOP, READ, TAKE = "no-op", "get-state", "take-tiles"
SHARE_AIMS = {READ: Aim(">", 55), TAKE: Aim(">", 35)}

UNLIMITED = 1_000_000
"""Requests a second. Not 0, which would spare the service the counting."""


class Sample(NamedTuple):
    """One load, and the workers' CPU time a request (None where there is no /proc)."""

    load: Load
    cpu_us: float | None


Round = dict[str, Sample]


def measure(effort: Effort) -> list[Figure]:
    """Rates, shares, latencies and CPU time of reading and playing games.

    All three are loaded in turn, round after round, after one that warms up.
    """
    with (
        service() as (settings, server),
        closing(SeededGames(server.port, effort.tables)) as games,
        _noop(settings, games.answer_size()) as least,
    ):

        def one_round(effort: Effort) -> Round:
            done = _sample(least, [request("GET", "/")], effort)
            read = _sample(server, games.reads(), effort)
            # The no-op is the fastest: no more moves than that will be needed.
            moves = games.moves(done.load.requests)
            take = _sample(server, moves, effort)
            games.settle()
            return {NOOP: done, READ: read, TAKE: take}

        one_round(effort._replace(seconds=1))
        return _figures([one_round(effort) for _ in range(effort.rounds)])


@contextmanager
def service() -> Iterator[tuple[Settings, Server]]:
    """The service itself, over an embedded store, with its usual settings; limits are
    checked as usual, but out of reach.
    """
    with embedded_store() as url:
        settings = Settings(
            port=free_port(),
            redis_url=url,
            secrets=(SECRET,),
            rate_creations=UNLIMITED,
            rate_commands=UNLIMITED,
            rate_reads=UNLIMITED,
        )
        with serving("service.wsgi:app", settings) as server:
            yield settings, server


@contextmanager
def _noop(settings: Settings, size: int) -> Iterator[Server]:
    """The no-op with the same settings, answering `size` bytes."""
    settings = replace(settings, port=free_port())
    with serving("benchmarks.noop:app", settings, {noop.SIZE: str(size)}) as server:
        yield server


def _sample(server: Server, requests: list[bytes], effort: Effort) -> Sample:
    before = server.cpu_seconds()
    done = load.run(server.port, requests, effort.seconds, effort.connections)
    after = server.cpu_seconds()
    if before is None or after is None:
        return Sample(done, None)
    return Sample(done, (after - before) / done.requests * 1e6)


def _figures(rounds: list[Round]) -> list[Figure]:
    return [figure for name in (NOOP, READ, TAKE) for figure in _of(name, rounds)]


def _of(name: str, rounds: list[Round]) -> Iterator[Figure]:
    samples = [each[name] for each in rounds]
    rates = [sample.load.rate for sample in samples]
    yield Figure("http", f"{name}: requests/s", rates)
    if name != NOOP:
        shares = [each[name].load.rate / each[NOOP].load.rate * 100 for each in rounds]
        yield Figure("http", f"{name}: % of the no-op", shares, SHARE_AIMS[name])
    yield Figure("http", f"{name}: ms, half", [s.load.p50_ms for s in samples])
    yield Figure("http", f"{name}: ms, 99 in 100", [s.load.p99_ms for s in samples])
    if cpu := [s.cpu_us for s in samples if s.cpu_us is not None]:
        yield Figure("http", f"{name}: CPU us a request", cpu)
    failures = [s.load.failures for s in samples]
    yield Figure("http", f"{name}: requests that failed", failures, Aim("<", 1))
