"""Limits per client address, counted over all processes of a store."""

from collections import Counter
from dataclasses import replace
from threading import Thread

import fakeredis
import pytest
from flask.testing import FlaskClient

from service.api.problems import Problem
from service.api.rate_limit import RateLimiter
from service.app import create_app
from service.settings import Settings
from service.store import StorageUnavailable, WindowCounter

SETTINGS = Settings(
    secrets=("a secret that only the tests use",),
    rate_creations=1,
    rate_commands=1,
    rate_reads=1,
)
WINDOW_SECONDS = 10
"""Requests in a window at a rate of one a second."""
NEW_GAME = {"players": [{"name": "Ana"}, {"name": "Rui"}]}


@pytest.fixture
def redis():
    return fakeredis.FakeRedis()


@pytest.fixture
def client(redis):
    return create_app(SETTINGS, redis).test_client()


def create(client: FlaskClient, **environ: str) -> int:
    answer = client.post("/v1/games", json=NEW_GAME, environ_overrides=environ)
    return answer.status_code


def test_requests_up_to_the_limit_are_answered_and_no_more(client):
    statuses = Counter(create(client) for _ in range(WINDOW_SECONDS + 5))

    assert statuses == {201: WINDOW_SECONDS, 429: 5}


def test_a_limited_client_is_told_when_to_retry(client):
    for _ in range(WINDOW_SECONDS):
        create(client)

    answer = client.post("/v1/games", json=NEW_GAME)

    assert answer.json["code"] == "rate_limited"
    assert 1 <= int(answer.headers["Retry-After"]) <= WINDOW_SECONDS


def test_creations_commands_and_reads_are_counted_apart(client):
    for _ in range(WINDOW_SECONDS + 1):
        create(client)

    assert client.get("/v1/games/" + "A" * 22).status_code == 404
    assert client.post("/v1/games/x/take-tiles").status_code == 401


def test_another_address_is_not_limited_by_the_first(client):
    for _ in range(WINDOW_SECONDS + 1):
        create(client, REMOTE_ADDR="192.0.2.1")

    assert create(client, REMOTE_ADDR="192.0.2.2") == 201


def test_processes_share_their_counts(redis):
    one, other = (create_app(SETTINGS, redis).test_client() for _ in range(2))

    statuses = Counter(create(each) for each in (one, other) * WINDOW_SECONDS)

    assert statuses == {201: WINDOW_SECONDS, 429: WINDOW_SECONDS}


def test_what_a_client_says_of_its_address_is_not_believed(client):
    def lying(number: int) -> int:
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        return client.post("/v1/games", json=NEW_GAME, headers=headers).status_code

    statuses = Counter(lying(number) for number in range(WINDOW_SECONDS + 1))

    assert statuses[429] == 1


def test_what_the_trusted_proxy_says_is_believed(redis):
    client = create_app(replace(SETTINGS, trusted_proxies=1), redis).test_client()

    def through_the_proxy(number: int) -> int:
        headers = {"X-Forwarded-For": f"203.0.113.9, 192.0.2.{number}"}
        return client.post("/v1/games", json=NEW_GAME, headers=headers).status_code

    statuses = Counter(
        through_the_proxy(number) for number in range(WINDOW_SECONDS + 1)
    )

    assert statuses == {201: WINDOW_SECONDS + 1}


def test_a_rate_of_nought_is_no_limit(redis):
    unlimited = replace(SETTINGS, rate_creations=0)
    client = create_app(unlimited, redis).test_client()

    assert {create(client) for _ in range(3 * WINDOW_SECONDS)} == {201}


def test_probes_and_counters_are_never_limited(client):
    statuses = {
        client.get(path).status_code
        for path in ("/livez", "/readyz", "/metrics") * (WINDOW_SECONDS + 1)
    }

    assert statuses == {200}


def test_a_new_window_begins_with_a_full_measure(redis, client):
    for _ in range(WINDOW_SECONDS + 1):
        create(client)
    (key,) = redis.keys("azul:tally:*creations*")
    redis.delete(key)  # as it expires
    later = create_app(SETTINGS, redis).test_client()

    assert create(later) == 201


def test_simultaneous_requests_are_answered_up_to_the_limit(redis):
    limits = RateLimiter(WindowCounter(redis), {"reads": 100})
    refused = []

    def come() -> None:
        for _ in range(20):
            try:
                limits.check("reads", "192.0.2.1")
            except Problem as problem:
                refused.append(problem)

    clients = [Thread(target=come) for _ in range(45)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()

    assert refused == [], "900 requests, where 1,000 are allowed"


def test_no_client_is_limited_while_the_store_does_not_answer():
    class Silent:
        asked = 0

        def add(self, *_: object) -> tuple[int, float]:
            self.asked += 1
            raise StorageUnavailable("silent")

    counter = Silent()
    limits = RateLimiter(counter, {"reads": 1})

    for _ in range(5 * WINDOW_SECONDS):
        limits.check("reads", "192.0.2.1")

    assert counter.asked == 1, "a store in trouble is not asked at every request"
