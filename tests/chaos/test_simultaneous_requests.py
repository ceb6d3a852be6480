"""With the settings as shipped, requests that come all at once are all answered."""

import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from testkit.http_client import Client, MessageReader, NoResponse, request, send
from testkit.recorded_games import NewGame, legal_commands, new_key
from testkit.retrying import create_game
from testkit.waiting import wait_until

pytestmark = pytest.mark.server

CHOICE = random.Random(3)  # noqa: S311 -- for keys and moves, not for secrets
MANY = 200


@pytest.fixture(scope="module")
def service(start):
    """With as many workers, threads and connections as it has by itself."""
    return start(WORKERS="2")


@pytest.fixture(scope="module")
def games(service):
    with Client(service.port) as client:
        return [create_game(client, NewGame(), CHOICE) for _ in range(MANY)]


def at_once(port, requests):
    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(lambda raw: send(port, raw), requests))


def a_command(game):
    return game.request(CHOICE.choice(legal_commands(game.state)), new_key(CHOICE))


def test_200_commands_on_200_games_at_once_are_carried_out(service, games):
    answers = at_once(service.port, [a_command(game) for game in games])

    assert {answer.status for answer in answers} == {200}


def test_the_first_requests_after_a_start_and_after_a_kill_are_answered(start):
    """Also those that are the first to use a worker's connections to the store."""
    service = start(WORKERS="2")
    creations = [request("POST", "/v1/games", NewGame().body)] * 100

    assert {a.status for a in at_once(service.port, creations)} == {201}

    for worker in service.workers:
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda gone=worker: gone not in service.workers)
    wait_until(lambda: len(service.workers) == 2)
    wait_until(lambda: is_ready(service.port))
    assert {a.status for a in at_once(service.port, creations)} == {201}


def is_ready(port):
    try:
        return send(port, request("GET", "/readyz")).status == 200
    except NoResponse:
        return False


@pytest.fixture
def game(service):
    with Client(service.port) as client:
        return create_game(client, NewGame(4), CHOICE)


def test_of_two_moves_in_a_row_on_one_connection_the_first_is_played(
    service, game, log
):
    first, second = CHOICE.sample(legal_commands(game.state), 2)
    requests = [game.request(command, new_key(CHOICE)) for command in (first, second)]

    with service.connected() as connection:
        connection.sendall(b"".join(requests))
        reader = MessageReader(connection)
        answers = [reader.response() for _ in requests]

    assert [answer.code for answer in answers] == ["", "not_your_turn"]
    (entry,) = log.read(game.id)[1:]
    assert entry.events[0].color == first.body["color"]


def test_of_two_moves_at_once_on_two_connections_one_is_played(service, game, log):
    moves = CHOICE.sample(legal_commands(game.state), 2)

    answers = at_once(
        service.port, [game.request(command, new_key(CHOICE)) for command in moves]
    )

    assert sorted(answer.code for answer in answers) == ["", "not_your_turn"]
    assert len(log.read(game.id)) == 2
