"""A request repeated after a lost answer gets the first answer, whatever was lost."""

import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from testkit.http_client import Client, NoResponse, Response, request, send
from testkit.http_proxy import HttpProxy
from testkit.recorded_games import (
    NewGame,
    RecordedGame,
    legal_commands,
    new_key,
    recorded_creation,
)
from testkit.retrying import create_game, retry_until_answered
from testkit.store_proxy import Proxy
from testkit.waiting import wait_until

pytestmark = pytest.mark.server

CHOICE = random.Random(1)  # noqa: S311 -- for keys and moves, not for secrets


class Asked(NamedTuple):
    """A request, and where its entry is to be found: the game, None if not made yet."""

    raw: bytes
    key: str
    game: RecordedGame | None
    version: int

    def game_after(self, answer: Response) -> RecordedGame:
        """The game's, once it was answered."""
        if self.game is None:
            return recorded_creation(self.key, answer)
        self.game.record(self.key, answer)
        return self.game


def creation(port):
    key = new_key(CHOICE)
    return Asked(request("POST", "/v1/games", NewGame().body, key=key), key, None, 1)


def sit_down(port, board="colored"):
    with Client(port) as client:
        return create_game(client, NewGame(2, board), CHOICE)


def take(port):
    return a_command(sit_down(port))


def placement(port):
    """On a board where players choose, played up to a choice."""
    game = sit_down(port, "gray")
    with Client(port) as client:
        while not game.state["legal_placements"]:
            play(client, game)
    return a_command(game)


def a_command(game):
    key, command = new_key(CHOICE), CHOICE.choice(legal_commands(game.state))
    return Asked(game.request(command, key), key, game, game.state["version"] + 1)


def play(client, game):
    key = new_key(CHOICE)
    command = CHOICE.choice(legal_commands(game.state))
    game.record(key, retry_until_answered(client, game.request(command, key)))


OPERATIONS = [creation, take, placement]
each_operation = pytest.mark.parametrize(
    "operation", OPERATIONS, ids=lambda operation: operation.__name__
)


@pytest.fixture(scope="module")
def near(start):
    """A service with two workers."""
    return start(WORKERS="2")


@pytest.fixture(scope="module")
def far(start):
    """Another one on the same store."""
    return start()


@pytest.fixture(scope="module")
def wire(near):
    """Between clients and the service."""
    with HttpProxy(near.port) as proxy:
        yield proxy


@pytest.fixture
def versions(log):
    """How many entries the asked one's game has."""

    def count(asked: Asked, answer: Response) -> int:
        return len(log.read(asked.game_after(answer).id))

    return count


def is_first_answer(again: Response, first: Response) -> bool:
    return again.replayed and (again.status, again.body) == (first.status, first.body)


@each_operation
def test_an_answer_that_is_lost_on_its_way_is_given_again(
    near, far, wire, versions, operation
):
    asked = operation(near.port)
    wire.lose_answers(2)
    for _ in range(2):
        with pytest.raises(NoResponse):
            send(wire.port, asked.raw)

    again = send(wire.port, asked.raw)

    assert again.status in (200, 201)
    assert again.replayed
    assert is_first_answer(send(far.port, asked.raw), again), "another worker"
    assert versions(asked, again) == asked.version


@each_operation
def test_20_copies_at_once_of_which_half_get_no_answer_are_one(
    near, far, wire, versions, operation
):
    asked = operation(near.port)
    wire.lose_every_other_answer()
    lost = wire.lost

    def copy(number):
        try:
            return send(far.port if number % 4 == 0 else wire.port, asked.raw)
        except NoResponse:
            return None

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(copy, range(20)))
    wire.lose_no_more()

    received = [answer for answer in answers if answer]
    assert (len(received), wire.lost - lost) == (12, 8)
    assert len({answer.body for answer in received}) == 1
    assert sum(not answer.replayed for answer in received) <= 1
    assert versions(asked, received[0]) == asked.version


def test_much_later_and_after_a_restart_it_is_still_the_first_answer(
    start, far, versions
):
    service = start()
    everything = [operation(service.port) for operation in OPERATIONS]
    answers = [send(service.port, asked.raw) for asked in everything]
    with Client(far.port) as client:
        for asked, first in zip(everything, answers, strict=True):
            game = asked.game_after(first)
            while not game.is_over:
                play(client, game)
    assert service.stop() == 0
    restarted = start()

    for asked, first in zip(everything, answers, strict=True):
        assert is_first_answer(send(restarted.port, asked.raw), first)
    assert restarted.stop() == 0


def test_a_key_is_kept_as_long_as_the_game(store, near):
    take(near.port)

    lifetimes = {store.client().ttl(key) for key in store.client().keys("azul:*:log")}

    assert lifetimes == {-1}


@pytest.fixture(scope="module")
def behind(store):
    """Between a service and its store."""
    with Proxy(store.socket) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def fragile(start, behind):
    """A service on the other side of it, which knows the script already."""
    service = start(REDIS_URL=behind.url)
    sit_down(service.port)
    return service


@pytest.mark.parametrize(
    ("operation", "silently"),
    [(creation, False), (take, False), (take, True), (placement, False)],
    ids=["creation", "take", "take, in silence", "placement"],
)
def test_a_reply_of_the_store_that_is_lost_is_looked_up(
    fragile, behind, versions, operation, silently
):
    """The entry is there, and the client gets the answer to it, as to any other."""
    asked = operation(fragile.port)
    behind.lose_reply("EVALSHA", silently=silently)

    first = send(fragile.port, asked.raw)

    assert first.status in (200, 201)
    assert not first.replayed
    assert is_first_answer(send(fragile.port, asked.raw), first)
    assert versions(asked, first) == asked.version


@pytest.mark.parametrize(
    ("operation", "silently"),
    [(creation, False), (take, False), (take, True), (placement, False)],
    ids=["creation", "take", "take, in silence", "placement"],
)
def test_where_the_look_fails_too_the_client_is_asked_to_come_again(
    fragile, far, behind, versions, operation, silently
):
    asked = operation(fragile.port)
    behind.lose_reply("EVALSHA", silently=silently)
    behind.lose_reply("XRANGE", silently=silently)

    refusal = send(fragile.port, asked.raw)

    assert (refusal.status, refusal.code) == (503, "storage_unavailable")
    assert refusal.headers["retry-after"] == "1"
    again = send(fragile.port, asked.raw)
    assert again.replayed
    assert is_first_answer(send(far.port, asked.raw), again)
    assert versions(asked, again) == asked.version


@pytest.mark.parametrize("operation", [creation, take])
def test_a_worker_that_dies_between_entry_and_answer_leaves_one_entry(
    fragile, far, store, behind, versions, operation
):
    """The store has the entry, its reply is on the way, and then kill -9."""
    asked = operation(fragile.port)
    before = entries_in(store)
    behind.lose_reply("EVALSHA", silently=True)
    behind.lose_reply("XRANGE", silently=True)
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(send, fragile.port, asked.raw)
        wait_until(lambda: entries_in(store) == before + 1)
        for worker in fragile.workers:
            os.kill(worker, signal.SIGKILL)
        with pytest.raises(NoResponse):
            asking.result()

    again = send(far.port, asked.raw)

    assert again.status in (200, 201)
    assert again.replayed
    with Client(fragile.port) as client:
        assert is_first_answer(retry_until_answered(client, asked.raw), again)
    assert versions(asked, again) == asked.version


def entries_in(store):
    client = store.client()
    return sum(client.xlen(key) for key in client.keys("azul:*:log"))


@each_operation
def test_a_request_that_never_reached_the_store_is_carried_out_when_repeated(
    fragile, behind, versions, operation
):
    asked = operation(fragile.port)
    behind.lose_request("EVALSHA")

    refusal = send(fragile.port, asked.raw)
    answer = send(fragile.port, asked.raw)

    assert (refusal.status, refusal.code) == (503, "storage_unavailable")
    assert answer.status in (200, 201)
    assert not answer.replayed
    assert versions(asked, answer) == asked.version
