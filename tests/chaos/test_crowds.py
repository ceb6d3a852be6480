"""A crowd that comes at once, with the settings as shipped, is served to the last."""

import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from chaos.concurrent_games import create
from testkit.http_client import Client, MessageReader, request, send
from testkit.recorded_games import Order, new_key, wishes
from testkit.waiting import wait_until

pytestmark = pytest.mark.server

CHOICE = random.Random(3)  # noqa: S311 -- for keys and moves, not for secrets
MANY = 200


@pytest.fixture(scope="module")
def service(start):
    """With as many workers, threads and connections as it has by itself."""
    return start(WORKERS="2")


@pytest.fixture(scope="module")
def stories(service):
    with Client(service.port) as client:
        return [create(client, Order(), CHOICE) for _ in range(MANY)]


def at_once(port, requests):
    with ThreadPoolExecutor(len(requests)) as crowd:
        return list(crowd.map(lambda raw: send(port, raw), requests))


def a_command(story):
    return story.command(CHOICE.choice(wishes(story.game)), new_key(CHOICE))


def test_200_commands_on_200_games_at_once_are_carried_out(service, stories):
    answers = at_once(service.port, [a_command(story) for story in stories])

    assert {answer.status for answer in answers} == {200}


def test_the_first_requests_after_a_start_and_after_a_kill_are_answered(start):
    """Also those that are the first to use a worker's connections to the store."""
    service = start(WORKERS="2")
    creations = [request("POST", "/v1/games", Order().body)] * 100

    assert {a.status for a in at_once(service.port, creations)} == {201}

    for worker in service.workers:
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda gone=worker: gone not in service.workers)
    wait_until(lambda: len(service.workers) == 2)
    wait_until(lambda: is_up(service.port))
    assert {a.status for a in at_once(service.port, creations)} == {201}


def is_up(port):
    try:
        return send(port, request("GET", "/readyz")).status == 200
    except Exception:  # noqa: BLE001 -- not yet
        return False


@pytest.fixture
def story(service):
    with Client(service.port) as client:
        return create(client, Order(4), CHOICE)


def test_of_two_moves_in_a_row_on_one_connection_the_first_is_played(
    service, story, log
):
    first, second = CHOICE.sample(wishes(story.game), 2)
    requests = [story.command(wish, new_key(CHOICE)) for wish in (first, second)]

    with service.connected() as connection:
        connection.sendall(b"".join(requests))
        reader = MessageReader(connection)
        answers = [reader.response() for _ in requests]

    assert [answer.code for answer in answers] == ["", "not_your_turn"]
    (entry,) = log.read(story.id)[1:]
    assert entry.events[0].color == first.body["color"]


def test_of_two_moves_at_once_on_two_connections_one_is_played(service, story, log):
    moves = CHOICE.sample(wishes(story.game), 2)

    answers = at_once(
        service.port, [story.command(wish, new_key(CHOICE)) for wish in moves]
    )

    assert sorted(answer.code for answer in answers) == ["", "not_your_turn"]
    assert len(log.read(story.id)) == 2
