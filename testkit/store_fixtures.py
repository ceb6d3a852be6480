"""Fixtures for stores: import those you need into a conftest.py.

`redis` is the contract's: each test that takes it runs against fakeredis, every
installed server, and a cluster of one node.
"""

from collections.abc import Iterator
from typing import Any

import fakeredis
import pytest

from testkit.ports import free_ports
from testkit.store_servers import Server, default_server, installed, running
from testkit.waiting import wait_until

DURABLE = ("--appendfsync", "always")
"""Otherwise the last entries may be lost when a server is killed."""

STORES = [
    "fakeredis",
    *(
        pytest.param(name, marks=pytest.mark.server, id=name)
        for name in (*installed(), "cluster")
    ),
]


@pytest.fixture(scope="session")
def servers() -> Iterator[dict[str, Server]]:
    """Servers by name, started when first asked for and kept to the end."""
    started: dict[str, Server] = {}
    yield started
    for server in started.values():
        server.remove()


@pytest.fixture
def server(servers: dict[str, Server]) -> Server:
    """A real server, empty, for tests that leave it in good order."""
    if "embedded" not in servers:
        servers["embedded"] = Server(default_server()).start()
    servers["embedded"].empty()
    return servers["embedded"]


@pytest.fixture
def spare_server() -> Iterator[Server]:
    """A real server that the test may break; what it acknowledged is on disk."""
    with running(default_server(), *DURABLE) as server:
        yield server


@pytest.fixture
def cluster(servers: dict[str, Server]) -> Server:
    """A cluster of one node, for tests that leave it in good order."""
    if "cluster" not in servers:
        servers["cluster"] = start_cluster()
    servers["cluster"].empty()
    return servers["cluster"]


@pytest.fixture(params=STORES)
def redis(request: pytest.FixtureRequest, servers: dict[str, Server]) -> Any:
    """An empty store of each kind, as the service's client sees it."""
    if request.param == "fakeredis":
        return fakeredis.FakeRedis()
    if request.param == "cluster":
        return request.getfixturevalue("cluster").shared
    if request.param not in servers:
        servers[request.param] = Server(installed()[request.param]).start()
    servers[request.param].empty()
    return servers[request.param].shared


def start_cluster() -> Server:
    """A server that is a cluster by itself and holds all slots."""
    port, bus = free_ports(2)
    options = ("--cluster-enabled", "yes", "--cluster-port", str(bus))
    node = Server(default_server(), *options, port=port).start()
    node.admin.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
    wait_until(lambda: is_whole(node))
    node.url = f"redis+cluster://127.0.0.1:{port}"
    return node


def is_whole(node: Server) -> bool:
    """Whether a cluster's node says that the cluster takes commands."""
    return b"cluster_state:ok" in node.admin.execute_command("CLUSTER", "INFO")
