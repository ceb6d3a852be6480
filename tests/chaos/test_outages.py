"""The store cannot do what is asked: 503 within two seconds, then the games go on.

`make chaos` has longer outages and more games.
"""

import random
import time
from collections.abc import Iterator

import pytest

from chaos.checker import check
from chaos.concurrent_players import ConcurrentPlayers
from chaos.outages import ALLOWED, OUTAGES, RESPONSE_LIMIT, run_outage
from service.store import RedisGameLog
from testkit.http_client import Client, request, send
from testkit.recorded_games import NewGame, legal_commands, new_key
from testkit.retrying import create_game, retry_until_answered
from testkit.store_proxy import Proxy
from testkit.store_servers import default_server, running
from testkit.waiting import wait_until

pytestmark = pytest.mark.server

PARTIAL = {"slow", "connections cut", "few connections", "script flushed", "loading"}
"""While these last some commands can be carried out."""


@pytest.fixture(scope="module")
def server():
    """One that the tests may break."""
    with running(default_server(), "--appendfsync", "always") as server:
        yield server


@pytest.fixture(scope="module")
def proxy(server):
    with Proxy(server.socket) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def players(start, server, proxy) -> Iterator[ConcurrentPlayers]:
    """Games that go on through all outages; all that was acknowledged is there then."""
    with ConcurrentPlayers(start(REDIS_URL=proxy.url).port, 6) as players:
        players.all_answered_since(time.monotonic())
        yield players
    players.check()
    findings = check(RedisGameLog(server.client()), players.games)
    assert findings.good, findings


@pytest.mark.parametrize("outage", OUTAGES)
def test_in_an_outage_every_request_is_answered_in_time_and_afterwards_games_go_on(
    server, proxy, players, outage
):
    seconds = 1.0 if outage in ("frozen", "too slow") else 0.4
    result = run_outage(server, proxy, players, outage, seconds)

    assert set(result.statuses) <= ALLOWED
    assert result.longest <= RESPONSE_LIMIT
    assert result.recovery <= RESPONSE_LIMIT
    if outage not in PARTIAL:
        assert result.statuses[503]
        assert result.ready == 503
    assert result.alive == 200
    wait_until(lambda: send(players.port, request("GET", "/readyz")).status == 200)


def test_rate_limits_make_no_answer_late(start, store):
    """They ask the store, too: a command may then have to wait for it three times."""
    limits = dict.fromkeys(("RATE_CREATIONS", "RATE_COMMANDS", "RATE_READS"), "1000")
    service = start(WORKERS="1", **limits)
    choice = random.Random(4)  # noqa: S311 -- for keys and moves, not for secrets
    with Client(service.port) as client:
        game = create_game(client, NewGame(), choice)
        command = choice.choice(legal_commands(game.state))
        raw = game.request(command, new_key(choice))
        client.reset_statistics()
        with store.frozen():
            assert client.send(raw).status == 503
        assert client.longest <= RESPONSE_LIMIT
        assert retry_until_answered(client, raw).status == 200
