"""Few calls wait for an unresponsive store, and briefly; the others fail at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from service.store import RedisGameLog, StorageUnavailable, circuit_breaker, connect
from service.store.circuit_breaker import (
    FAILURE_THRESHOLD,
    PROBE_INTERVAL,
    CircuitBreaker,
)
from testkit.fake_clock import FakeClock
from testkit.store_proxy import Proxy
from testkit.waiting import wait_until
from tests.store.support import GAME, drafts, end_of, entries, fill


@pytest.fixture
def clock(monkeypatch):
    clock = FakeClock()
    monkeypatch.setattr(circuit_breaker, "time", clock)
    return clock


def ask(watching, error=None):
    """What comes of a call that ends in `error`: "asked", or the refusal to ask."""
    try:
        with suppress(RedisError), watching:
            if error:
                raise error
    except StorageUnavailable as refusal:
        return str(refusal)
    return "asked"


@pytest.fixture
def open_circuit(clock):
    open_circuit = CircuitBreaker()
    for _ in range(FAILURE_THRESHOLD):
        assert ask(open_circuit, NoAnswer()) == "asked"
    return open_circuit


def test_after_a_few_calls_without_an_answer_no_more_are_made(open_circuit):
    assert ask(open_circuit) == ask(open_circuit) == "the store has stopped answering"


def test_now_and_then_one_call_finds_out_whether_it_is_over(open_circuit, clock):
    clock.now += PROBE_INTERVAL
    assert ask(open_circuit, NoAnswer()) == "asked"
    assert ask(open_circuit) != "asked"

    clock.now += PROBE_INTERVAL
    assert ask(open_circuit) == "asked"
    assert ask(open_circuit) == "asked", "it is over"


def test_while_one_call_finds_out_the_others_do_not_wait(open_circuit, clock):
    clock.now += PROBE_INTERVAL

    with open_circuit:
        assert ask(open_circuit) != "asked"


@pytest.mark.parametrize("answer", [None, ResponseError("OOM")])
def test_an_answer_in_between_shows_that_it_was_an_accident(clock, answer):
    watching = CircuitBreaker()
    for _ in range(5):
        for _ in range(FAILURE_THRESHOLD - 1):
            ask(watching, NoAnswer())
        assert ask(watching, answer) == "asked"


def test_refused_connections_cost_no_time_and_do_not_open_the_circuit(clock):
    watching = CircuitBreaker()

    assert {ask(watching, NoConnection()) for _ in range(9)} == {"asked"}


def append_sixth(log):
    return log.append(GAME, end_of(5), drafts(6)[5])


@pytest.mark.server
def test_many_callers_are_refused_as_soon_as_one_and_go_on_as_soon(spare_server):
    """Far more callers than threads: they would be the last to wait."""
    log = RedisGameLog(connect(spare_server.url, connections=8))
    fill(log, 5)

    def refused(_):
        with pytest.raises(StorageUnavailable):
            log.read(GAME)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: len(log.read(GAME)), range(8))) == [5] * 8
        with spare_server.frozen():
            began = time.monotonic()
            list(threads.map(refused, range(100)))
            assert time.monotonic() - began < 2

    wait_until(lambda: reads(log))
    assert append_sixth(log)


def reads(log):
    try:
        return log.read(GAME)
    except StorageUnavailable:
        return None


@pytest.mark.server
def test_one_reply_that_never_comes_does_not_open_the_circuit(server):
    """The look whether the entry was written is made."""
    with Proxy(server.socket) as proxy:
        log = RedisGameLog(connect(proxy.url, connections=4))
        fill(log, 5)
        proxy.lose_reply("EVALSHA", silently=True)

        assert append_sixth(log) == entries(6)[-1]
