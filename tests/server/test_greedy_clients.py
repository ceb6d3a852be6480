"""However much a client sends, or however little it reads, others have their turn."""

import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest

from service.server.acceptor import WARNING_INTERVAL
from service.server.client_connection import SEND_TIMEOUT
from testkit.running_service import Running, received
from testkit.waiting import wait_until
from tests.live.watching import Table
from tests.server.running_test_app import MANY_CONNECTIONS, RunningTestApp

pytestmark = pytest.mark.server

GET = b"GET /pid HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: x\r\n"
LAST = b"Connection: close\r\n\r\n"
CHUNKED = b"POST /%s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    data = tmp_path_factory.mktemp("greedy") / "data"
    with RunningTestApp(data, CONCURRENCY="4", STREAMS="0") as running:
        yield running.up()


@contextmanager
def flooding(service: Running, head: bytes, more: bytes) -> Iterator[None]:
    """A client sends as fast as it can, and reads, while the block lasts."""
    stop = Event()

    def flood() -> None:
        with service.connected() as client, suppress(OSError):
            client.sendall(head)
            client.setblocking(False)
            while not stop.is_set():
                readable, writable, _ = select.select([client], [client], [], 1)
                if readable and not client.recv(1 << 20):
                    return
                if writable:
                    client.send(more)

    thread = Thread(target=flood)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


FLOODS = {
    "requests without a pause": (b"", GET * 500),
    "a body in chunks of a byte": (CHUNKED % b"body", b"1\r\nx\r\n" * 500),
    "such a body that is not read": (CHUNKED % b"pid", b"1\r\nx\r\n" * 500),
    "empty lines": (b"", b"\r\n" * 1000),
}


@pytest.mark.parametrize(("head", "more"), FLOODS.values(), ids=FLOODS)
def test_a_flood_on_one_connection_leaves_others_their_turn(service, head, more):
    with flooding(service, head, more):
        start = time.monotonic()
        for _ in range(5):
            assert service.get("/pid")

    assert time.monotonic() - start < 5


def test_a_request_with_a_long_body_that_is_not_read_takes_no_place_of_another(
    service, tmp_path
):
    """There is one place for long bodies, and this waits with an ordinary one."""
    head = f"GET /wait?{tmp_path} HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"
    body = b"x" * 200_000
    with service.connected() as waiting:
        waiting.sendall(head.encode())
        wait_until((tmp_path / "begun").exists)

        answer = service.answer_to(
            POST + b"Content-Length: %d\r\n" % len(body) + LAST + body
        )
        (tmp_path / "go").touch()

    assert answer.endswith(body)


@pytest.fixture(scope="module")
def short_of_files(tmp_path_factory):
    data = tmp_path_factory.mktemp("short") / "data"
    command = (*MANY_CONNECTIONS, "100")
    with RunningTestApp(data, CONCURRENCY="4", STREAMS="0", command=command) as running:
        yield running.up()


UNFINISHED = {
    "an answer that is not read": GET.replace(b"/pid", b"/large"),
    "half a long body": POST + b"Content-Length: 100000\r\n\r\nhalf",
    "half a body behind another request": GET
    + POST
    + b"Content-Length: 60\r\n\r\nhalf",
}


@pytest.mark.parametrize("request_bytes", UNFINISHED.values(), ids=UNFINISHED)
def test_where_connections_run_short_whoever_keeps_us_waiting_makes_way(
    short_of_files, request_bytes
):
    before = len(short_of_files.said)
    with ExitStack() as opened:
        for _ in range(150):
            client = opened.enter_context(short_of_files.connected())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(request_bytes)
        start = time.monotonic()

        for _ in range(5):
            assert short_of_files.get("/pid")
        assert time.monotonic() - start < SEND_TIMEOUT / 3
    assert "[ERROR]" not in short_of_files.said[before:]


def test_a_shortage_that_goes_on_is_not_logged_all_the_time(short_of_files):
    before = len(short_of_files.said)
    start = time.monotonic()
    with ExitStack() as opened:
        for _ in range(300):
            opened.enter_context(short_of_files.connected())
        assert short_of_files.get("/pid")

    warnings = short_of_files.said[before:].count("cannot take a connection")
    assert warnings <= 1 + (time.monotonic() - start) / WARNING_INTERVAL


def test_waits_of_clients_that_are_gone_take_no_place_of_others(tmp_path):
    """Sixteen may wait; all of them go long before their wait is over."""
    with Running(tmp_path / "data", STREAMS="4") as service:
        table = Table(service.up().port)

        def wait(seconds: int) -> bytes:
            head = f"GET {table.path}?wait={seconds} HTTP/1.1\r\n"
            return f'{head}If-None-Match: "1"\r\nConnection: close\r\n\r\n'.encode()

        with ExitStack() as opened:
            clients = [opened.enter_context(service.connected()) for _ in range(20)]
            for client in clients:
                client.sendall(wait(30))
            # Once four are refused, whichever these are, all others wait.
            wait_until(lambda: len(select.select(clients, [], [], 0)[0]) == 4)
            start = time.monotonic()
        wait_until(lambda: service.answer_to(wait(1)).startswith(b"HTTP/1.1 304 "))

        assert time.monotonic() - start < 15
        assert service.stop() == 0
        assert "[ERROR]" not in service.said


@pytest.mark.parametrize("behind", [b"", b"\r\n"])
def test_a_client_that_closes_its_half_is_answered_what_it_waits_for(tmp_path, behind):
    with Running(tmp_path / "data") as service:
        table = Table(service.up().port)
        wait = f'GET {table.path}?wait=30 HTTP/1.1\r\nIf-None-Match: "1"\r\n\r\n'
        start = time.monotonic()
        with service.connected() as client:
            client.sendall(wait.encode() + behind)
            client.shutdown(socket.SHUT_WR)
            answer = received(client)

        assert answer.startswith(b"HTTP/1.1 304 ")
        assert time.monotonic() - start < 15
        assert "[ERROR]" not in service.said


def test_a_wait_goes_on_while_the_next_request_is_there(tmp_path):
    with Running(tmp_path / "data") as service:
        table = Table(service.up().port)
        wait = f'GET {table.path}?wait=30 HTTP/1.1\r\nIf-None-Match: "1"\r\n\r\n'
        with service.connected() as client:
            client.sendall(wait.encode() + b"GET /livez HTTP/1.1\r\n" + LAST)
            table.move()
            answers = received(client)

    assert answers.count(b"HTTP/1.1 200 OK") == 2
