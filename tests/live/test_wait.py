"""Reads that wait for the next version."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from selectors import EVENT_READ, DefaultSelector
from socket import socket
from time import monotonic

import pytest

from service.server.file_limits import raise_file_limit
from testkit.http_client import request, send
from testkit.running_service import Running
from testkit.waiting import wait_until
from tests.live.watching import Table

pytestmark = pytest.mark.server


def read(port: int, path: str, etag: str = "") -> tuple[int, str, float]:
    """Status, ETag and seconds of a read."""
    headers = {"If-None-Match": etag} if etag else {}
    start = monotonic()
    response = send(port, request("GET", path, headers=headers), timeout=20)
    return response.status, response.headers.get("etag", ""), monotonic() - start


def test_the_answer_comes_as_soon_as_the_game_moves_on(service, table):
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(read, service.port, f"{table.path}?wait=15", '"1"')
        while not waiting.running():
            pass
        table.move()
        status, etag, seconds = waiting.result()

    assert (status, etag) == (200, '"2"')
    assert seconds < 10


def test_after_the_time_is_over_the_answer_is_304(service, table):
    status, etag, seconds = read(service.port, f"{table.path}?wait=1", '"1"')

    assert (status, etag) == (304, '"1"')
    assert 1 <= seconds < 5


@pytest.mark.parametrize("etag", ["", '"7"', "*", '"1", "2"', '"x"'])
def test_a_request_that_does_not_name_the_current_version_is_answered_at_once(
    service, table, etag
):
    status, _, seconds = read(service.port, f"{table.path}?wait=15", etag)

    assert status in (200, 304)
    assert seconds < 10


def test_waiting_for_a_past_version_makes_no_sense(service, table):
    status, _, _ = read(service.port, f"{table.path}?version=1&wait=1")

    assert status == 422


def test_a_stop_answers_those_who_wait(tmp_path):
    with Running(tmp_path / "data") as service:
        table = Table(service.up().port)
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(read, service.port, f"{table.path}?wait=30", '"1"')
            # Another read on the one worker: the first has arrived by then.
            read(service.port, f"{table.path}?wait=1", '"1"')
            service.process.terminate()
            status, etag, seconds = waiting.result()

    assert (status, etag) == (304, '"1"')
    assert seconds < 10


def test_a_thousand_can_wait_and_hear_at_once_over_few_connections_to_the_store(
    tmp_path,
):
    raise_file_limit()
    with (
        Running(tmp_path / "data", WORKERS="1", CONCURRENCY="1") as service,
        ExitStack() as opened,
    ):
        table = Table(service.up().port)
        clients = [opened.enter_context(service.connected()) for _ in range(1010)]
        for client in clients:
            client.sendall(wait_for(table, seconds=30))
        # Once ten are refused, whichever these are, all others wait.
        refused = wait_until(lambda: answered(clients, 10))
        assert {client.recv(12) for client in refused} == {b"HTTP/1.1 503"}
        waiting = {*clients} - {*refused}
        start = monotonic()
        table.move()
        statuses = {client.recv(12) for client in waiting}

        assert statuses == {b"HTTP/1.1 200"}
        assert monotonic() - start < 10
        assert service.stop() == 0
        assert "[ERROR]" not in service.said


def answered(clients: list[socket], number: int) -> list[socket] | None:
    """Those that have an answer, once so many have."""
    with DefaultSelector() as selector:
        for client in clients:
            selector.register(client, EVENT_READ, client)
        ready = [key.data for key, _ in selector.select(0)]
    return ready if len(ready) == number else None


def wait_for(table: Table, seconds: int) -> bytes:
    head = f"GET {table.path}?wait={seconds} HTTP/1.1\r\nHost: x\r\n"
    return f'{head}If-None-Match: "1"\r\nConnection: close\r\n\r\n'.encode()


def test_more_than_so_many_cannot_wait_and_are_told_to_come_back(tmp_path):
    with Running(tmp_path / "data", WORKERS="1", STREAMS="4") as service:
        table = Table(service.up().port)
        path = f"{table.path}?wait=2"
        with ThreadPoolExecutor(20) as pool:
            answers = list(
                pool.map(lambda _: read(service.port, path, '"1"'), range(20))
            )

    assert sorted(status for status, _, _ in answers) == [304] * 16 + [503] * 4
