"""A worker over gevent as a process: what it patches, what ends it, how it ends."""

import os
import signal
import time
from contextlib import ExitStack

import pytest

from service.server.client_connection import ClientConnection
from testkit.running_service import Running, received
from testkit.waiting import wait_until
from tests.server.running_test_app import USUAL_SETTINGS, RunningTestApp

pytestmark = pytest.mark.server

FAILING_GREENLETS = (
    "-m",
    "tests.server.start",
    "python:tests.server.failing_greenlets",
)
GET = b"GET /pid HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    data = tmp_path_factory.mktemp("gevent") / "data"
    with RunningTestApp(data) as running:
        yield running.up()


def test_the_standard_library_is_patched_before_the_application_is_loaded(service):
    assert service.get("/socket") == "gevent._socket3"


def test_nothing_is_patched_too_late(data):
    with Running(data) as service:
        assert service.up().get("/readyz")
        assert service.stop() == 0
        assert "MonkeyPatchWarning" not in service.said
        assert "Warning" not in service.said


@pytest.mark.parametrize("vital", ["acceptor", "publisher"])
def test_a_worker_without_a_greenlet_it_needs_says_so_and_is_replaced(data, vital):
    with RunningTestApp(data, command=FAILING_GREENLETS) as service:
        before = service.up().workers
        (data / f"break-{vital}").touch()

        wait_until(lambda: service.workers and not service.workers & before)
        assert service.get_at_last("/pid")
        assert f"[CRITICAL] The {vital} has ended: " in service.said
        assert "broken by a test" in service.said


def test_idle_connections_do_not_hold_up_a_stop(data):
    with (
        RunningTestApp(data, GRACEFUL_TIMEOUT="600") as service,
        ExitStack() as opened,
    ):
        service.up()
        idle = [opened.enter_context(service.connected()) for _ in range(20)]
        for client in idle[:10]:
            client.sendall(GET)
            assert client.recv(9) == b"HTTP/1.1 "

        assert service.stop() == 0
        assert "cut off" not in service.said


def test_a_request_on_an_idle_connection_is_answered_even_after_a_stop(data, tmp_path):
    with RunningTestApp(data, GRACEFUL_TIMEOUT="600") as service:
        with service.up().connected() as busy, service.connected() as idle:
            busy.sendall(f"GET /wait?{tmp_path} HTTP/1.1\r\n\r\n".encode())
            wait_until((tmp_path / "begun").exists)
            service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not accepts(service))
            idle.sendall(GET)
            answer = idle.recv(1000)
            (tmp_path / "go").touch()

            assert answer.startswith(b"HTTP/1.1 200 OK")
            assert b"Connection: close" in answer
            assert busy.recv(9) == b"HTTP/1.1 "
        assert service.exit_code() == 0


def accepts(service):
    try:
        with service.connected():
            return True
    except OSError:
        return False


def test_half_a_body_is_waited_for_while_the_service_stops(data):
    with RunningTestApp(data, GRACEFUL_TIMEOUT="600") as service:
        with service.up().connected() as client:
            client.sendall(HALF)
            service.get("/pid")
            service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not accepts(service))
            client.sendall(b" body")

            assert received(client).endswith(b"half body")
        assert service.exit_code() == 0


def test_a_body_that_has_stopped_coming_does_not_hold_up_a_stop(data):
    with (
        RunningTestApp(data, GRACEFUL_TIMEOUT="600") as service,
        service.up().connected() as client,
    ):
        client.sendall(HALF)
        service.get("/pid")
        start = time.monotonic()

        assert service.stop() == 0
        assert time.monotonic() - start < ClientConnection.request_timeout / 2


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_is_asked_to_end_finishes_its_requests(data, tmp_path, number):
    with RunningTestApp(data, GRACEFUL_TIMEOUT="600") as service:
        (worker,) = service.up().workers
        with service.connected() as client:
            client.sendall(f"GET /wait?{tmp_path} HTTP/1.1\r\n\r\n".encode())
            wait_until((tmp_path / "begun").exists)
            os.kill(worker, number)
            wait_until(lambda: not accepts(service))
            (tmp_path / "go").touch()

            assert client.recv(15) == b"HTTP/1.1 200 OK"
        assert service.get_at_last("/pid") != str(worker)
        assert service.stop() == 0
        assert "Traceback" not in service.said
        assert "ignored" not in service.said


def test_with_few_open_files_a_worker_takes_fewer_streams_and_says_so(data):
    command = (*USUAL_SETTINGS, "1024")
    with RunningTestApp(data, command=command) as service:
        service.up()

        assert "allows 448 streams for each worker instead of 2000" in service.said
        assert service.said.count("allows 448 streams") == 1


def test_a_connection_that_waits_to_be_accepted_at_a_stop_is_served(data, tmp_path):
    """The worker is stopped, then asked to stop; what came meanwhile is in a queue."""
    with RunningTestApp(data) as service, ExitStack() as opened:
        (worker,) = service.up().workers
        os.kill(worker, signal.SIGSTOP)
        queued = [opened.enter_context(service.connected()) for _ in range(10)]
        for client in queued:
            client.sendall(GET)
        os.kill(worker, signal.SIGTERM)
        os.kill(worker, signal.SIGCONT)

        assert {client.recv(15) for client in queued} == {b"HTTP/1.1 200 OK"}
        assert service.get_at_last("/pid") != str(worker)
        assert "[ERROR]" not in service.said
