"""Which connection makes way when there are too many."""

import pytest

from service.server import connections as module
from service.server.connections import Connections


class Client:
    is_answering = False
    is_sending = False

    def __init__(self, connections):
        self.connections = connections
        self.is_evicted = False
        connections.add(self)

    def evict(self):
        self.is_evicted = True
        self.connections.remove(self)


@pytest.fixture
def connections():
    return Connections(3)


@pytest.fixture
def clients(connections):
    return [Client(connections) for _ in range(3)]


def evicted(clients):
    return [number for number, client in enumerate(clients) if client.is_evicted]


def test_there_are_no_more_than_so_many(connections, clients):
    assert connections.is_full
    assert len(connections) == 3

    connections.remove(clients[0])
    connections.remove(clients[0])

    assert not connections.is_full


def test_the_one_that_waits_longest_goes_first(connections, clients):
    connections.set_waiting(clients[0])

    assert connections.evict()
    assert evicted(clients) == [1]
    assert connections.evict()
    assert evicted(clients) == [1, 2]
    assert not connections.is_full


def test_whoever_is_being_answered_stays(connections, clients):
    for client in clients:
        connections.set_busy(client)

    assert not connections.evict()
    assert evicted(clients) == []


def test_a_connection_that_is_closed_is_no_longer_there_to_be_evicted(
    connections, clients
):
    for client in clients:
        connections.remove(client)
        connections.set_waiting(client)

    assert not connections.evict()


def test_idle_ones_go_without_those_whose_request_is_under_way(connections, clients):
    clients[1].is_answering = True

    connections.evict_idle(silence=100)

    assert evicted(clients) == [0, 2]


def test_a_request_whose_body_has_stopped_coming_goes_too(
    connections, clients, monkeypatch
):
    clock = iter([100.0, 100.0, 102.5])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    for client in clients:
        client.is_answering = True
    connections.set_busy(clients[0])
    connections.set_waiting(clients[1])
    connections.set_waiting(clients[2])
    clients[2].is_sending = True

    connections.evict_idle(silence=2)

    assert evicted(clients) == [1]
