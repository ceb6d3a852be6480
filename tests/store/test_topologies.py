"""A cluster and a sentinel in earnest, as small as they come: one node each."""

import time

import pytest

from service.store import RedisGameLog, StorageUnavailable, connect, run_preflight
from testkit.ports import free_ports
from testkit.store_fixtures import is_whole
from testkit.store_servers import Server, default_server, running
from testkit.waiting import wait_until
from tests.store.support import GAME, drafts, end_of, entries, fill

pytestmark = pytest.mark.server

SOON = 2.0


@pytest.fixture(scope="module")
def sentinel_url():
    """A sentinel that knows one primary, "games"."""
    port, watch_port = free_ports(2)
    with running(default_server(), port=port) as primary:
        watcher = Server(default_server(), "--sentinel", port=watch_port)
        rules = watcher.folder / "sentinel.conf"
        rules.write_text(f"sentinel monitor games 127.0.0.1 {port} 1\n", "utf-8")
        watcher.command = [
            *(watcher.command[0], str(rules), "--sentinel"),
            *("--port", str(watch_port), "--unixsocket", str(watcher.socket)),
        ]
        try:
            watcher.start()
            yield f"redis+sentinel://127.0.0.1:{watch_port}", primary
        finally:
            watcher.remove()


def test_a_primary_is_found_through_its_sentinel(sentinel_url):
    url, primary = sentinel_url
    client = connect(f"{url}/games", connections=4)
    log = RedisGameLog(client)

    fill(log, 5)

    assert RedisGameLog(primary.client()).read(GAME) == entries(5)
    assert run_preflight(client) == (True, ())


def test_a_service_that_no_sentinel_knows_is_a_store_that_is_away(sentinel_url):
    client = connect(f"{sentinel_url[0]}/others", connections=4)

    with pytest.raises(StorageUnavailable):
        RedisGameLog(client).read(GAME)
    assert not run_preflight(client).usable


def test_sentinels_that_are_gone_are_a_store_that_is_away():
    (port,) = free_ports(1)
    client = connect(f"redis+sentinel://127.0.0.1:{port}/games", connections=4)
    begin = time.monotonic()

    with pytest.raises(StorageUnavailable):
        RedisGameLog(client).read(GAME)
    assert not run_preflight(client).usable
    assert time.monotonic() - begin < SOON


def test_a_cluster_that_went_away_is_a_store_that_is_away_and_comes_back(cluster):
    client = connect(cluster.url, connections=4)
    client.config_set("appendfsync", "always")  # until it starts again
    log = RedisGameLog(client)
    fill(log, 5)
    assert run_preflight(client) == (True, ())

    cluster.kill()
    begin = time.monotonic()
    for call in (
        lambda: log.read(GAME),
        lambda: log.append(GAME, end_of(5), drafts(6)[5]),
        lambda: list(log.game_ids()),
    ):
        with pytest.raises(StorageUnavailable):
            call()
    assert not run_preflight(client).usable
    assert time.monotonic() - begin < SOON

    cluster.start()
    wait_until(lambda: is_whole(cluster))
    assert log.read(GAME) == entries(5)
    assert log.append(GAME, end_of(5), drafts(6)[5])


def test_a_cluster_client_waits_no_longer_and_sends_nothing_again(cluster):
    client = connect(cluster.url, connections=4)
    (node,) = client.get_nodes()
    given = node.redis_connection.connection_pool.connection_kwargs

    assert given["socket_timeout"] <= 1
    assert given["socket_connect_timeout"] <= 0.5
    assert given["retry"].get_retries() == 0
    assert client.retry.get_retries() == 0
