"""The store cannot do what is asked: 503 within two seconds, then the games go on.

`make chaos` has longer outages and more games.
"""

import random
import time
from collections.abc import Iterator

import pytest

from chaos.checker import check
from chaos.concurrent_games import Crowd, create, insist
from chaos.outages import ALLOWED, OUTAGES, SOON, endure
from service.store import RedisGameLog
from testkit.http_client import Client, request, send
from testkit.recorded_games import Order, new_key, wishes
from testkit.store_proxy import Proxy
from testkit.store_servers import default_server, running
from testkit.waiting import wait_until

pytestmark = pytest.mark.server

PASSING = {"slow", "hanging up", "few connections", "forgetful", "loading"}
"""While these last something can be carried out, now and then or in the end."""


@pytest.fixture(scope="module")
def server():
    """One that the tests may treat as they like."""
    with running(default_server(), "--appendfsync", "always") as server:
        yield server


@pytest.fixture(scope="module")
def proxy(server):
    with Proxy(server.socket) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def crowd(start, server, proxy) -> Iterator[Crowd]:
    """Games that go on through all outages; what was told in them is there at last."""
    with Crowd(start(REDIS_URL=proxy.url).port, 6) as crowd:
        crowd.all_answered_since(time.monotonic())
        yield crowd
    crowd.check()
    findings = check(RedisGameLog(server.client()), crowd.stories)
    assert findings.good, findings


@pytest.mark.parametrize("outage", OUTAGES)
def test_in_an_outage_everybody_is_answered_soon_and_then_goes_on(
    server, proxy, crowd, outage
):
    seconds = 1.0 if outage in ("frozen", "too slow") else 0.4
    endured = endure(server, proxy, crowd, outage, seconds)

    assert set(endured.statuses) <= ALLOWED
    assert endured.longest <= SOON
    assert endured.recovery <= SOON
    if outage not in PASSING:
        assert endured.statuses[503]
        assert endured.ready == 503
    assert endured.alive == 200
    wait_until(lambda: send(crowd.port, request("GET", "/readyz")).status == 200)


def test_rate_limits_make_no_answer_late(start, store):
    """They ask the store, too: a command may then have to wait for it three times."""
    limits = dict.fromkeys(("RATE_CREATIONS", "RATE_COMMANDS", "RATE_READS"), "1000")
    service = start(WORKERS="1", **limits)
    choice = random.Random(4)  # noqa: S311 -- for keys and moves, not for secrets
    with Client(service.port) as client:
        story = create(client, Order(), choice)
        command = story.command(choice.choice(wishes(story.game)), new_key(choice))
        client.reset_statistics()
        with store.frozen():
            assert client.send(command).status == 503
        assert client.longest <= SOON
        assert insist(client, command).status == 200
