"""The port belongs to one service at a time."""

import contextlib
import socket
import sys

import pytest

from service.runner.errors import StartError
from service.runner.port import claim_port
from testkit.ports import free_port

HOST = "127.0.0.1"


@pytest.fixture
def port():
    return free_port()


@contextlib.contextmanager
def workers_socket(port):
    """A socket as gunicorn opens one in each worker."""
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        opened.bind((HOST, port))
        opened.listen(128)
        yield opened


def claim(port):
    return claim_port(HOST, port, timeout=0)


def test_a_claimed_port_is_open_to_its_workers_who_get_every_connection(port):
    with claim(port), workers_socket(port) as one, workers_socket(port) as other:
        clients = [socket.create_connection((HOST, port)) for _ in range(40)]
        accepted = 0
        for listener in (one, other):
            listener.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    listener.accept()[0].close()
                    accepted += 1
        for client in clients:
            client.close()

    assert accepted == 40


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a claim")
def test_a_claimed_port_is_closed_to_another_service_before_any_worker_is_up(port):
    with claim(port), pytest.raises(StartError, match=rf"port {port} .* is in use"):
        claim(port)


def test_a_port_with_workers_is_closed_to_another_service(port):
    with (
        claim(port),
        workers_socket(port),
        pytest.raises(StartError, match="set PORT to another"),
    ):
        claim(port)


def test_a_port_that_another_program_listens_on_is_in_use(port):
    with (
        socket.create_server((HOST, port)),
        pytest.raises(StartError, match="is in use"),
    ):
        claim(port)


def test_a_port_is_free_again_at_once_after_its_service_has_ended(port):
    with (
        claim(port),
        workers_socket(port) as worker,
        socket.create_connection((HOST, port)),
    ):
        worker.accept()[0].close()  # leaves the connection waiting in the system

    claim(port).close()


def test_a_port_is_awaited_while_a_killed_service_lets_it_go(port, monkeypatch):
    listener = socket.create_server((HOST, port))
    monkeypatch.setattr("time.sleep", lambda _: listener.close())

    claim_port(HOST, port, timeout=10).close()


def test_connections_are_refused_before_a_worker_listens(port):
    with claim(port), pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port))


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_machine_is_refused(host, port):
    with pytest.raises(StartError, match=f"cannot listen on HOST {host}"):
        claim_port(host, port, timeout=0)
