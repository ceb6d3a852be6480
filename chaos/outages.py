"""The store cannot do what it is asked to while many games go on."""

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from chaos.concurrent_players import ConcurrentPlayers
from testkit.http_client import request, send
from testkit.store_proxy import Proxy
from testkit.store_servers import Server
from testkit.waiting import wait_until

RESPONSE_LIMIT: Final = 2.0
"""Seconds within which every request must be answered, if only by a 503."""
ALLOWED: Final = {200, 201, 503}
HEALTH: Final = ("/livez", "/readyz")
LOADING_TIMEOUT: Final = 60.0
SLOW, TOO_SLOW = 0.1, 1.5
"""Seconds that replies take: less than the service waits for one, and more."""

Outage = Callable[[Server, Proxy], AbstractContextManager[None]]


@contextmanager
def _set(server: Server, **settings: str) -> Iterator[None]:
    """Settings of the server, and what they were."""
    with server.client() as admin:
        before = {name: admin.config_get(name)[name] for name in settings}
        for name, value in settings.items():
            admin.config_set(name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                admin.config_set(name, value)


@contextmanager
def _full(server: Server, _: Proxy) -> Iterator[None]:
    with _set(server, maxmemory="1mb"):
        yield


@contextmanager
def _disk_full(server: Server, _: Proxy) -> Iterator[None]:
    """Its files cannot grow. Writing through (`always`), it would end itself."""
    assert server.process
    largest = max(file.stat().st_size for file in server.folder.rglob("*.aof"))
    with _set(server, appendfsync="everysec"):
        _limit_files(server.process.pid, largest)
        try:
            yield
        finally:
            _limit_files(server.process.pid, resource.RLIM_INFINITY)


def _limit_files(pid: int, size: int) -> None:
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def _read_only(server: Server, _: Proxy) -> Iterator[None]:
    with server.client() as admin:
        admin.replicaof("127.0.0.1", 1)
        try:
            yield
        finally:
            admin.replicaof("NO", "ONE")


@contextmanager
def _down(server: Server, _: Proxy) -> Iterator[None]:
    server.kill()
    try:
        yield
    finally:
        server.start()


@contextmanager
def _loading(server: Server, _: Proxy) -> Iterator[None]:
    """It answers, but only that it is still reading its data."""
    server.kill()
    server.launch(
        *("--key-load-delay", "300", "--loading-process-events-interval-bytes", "1024")
    )
    try:
        yield
    finally:
        wait_until(server.answers, LOADING_TIMEOUT)


@contextmanager
def _script_flushed(server: Server, _: Proxy) -> Iterator[None]:
    """It loses the script every 50 ms."""
    with server.client() as admin, _repeated(admin.script_flush):
        yield


@contextmanager
def _connections_cut(_: Server, proxy: Proxy) -> Iterator[None]:
    """Connections are cut every 50 ms."""
    with _repeated(proxy.cut):
        yield


@contextmanager
def _few_connections(server: Server, proxy: Proxy) -> Iterator[None]:
    """It takes far fewer connections than there are requests."""
    with _set(server, maxclients="4"):
        proxy.cut()
        yield


@contextmanager
def _repeated(act: Callable[[], object]) -> Iterator[None]:
    over = Event()

    def repeat() -> None:
        while not over.wait(0.05):
            act()

    thread = Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


OUTAGES: Final[Mapping[str, Outage]] = {
    "frozen": lambda server, _: server.frozen(),
    "slow": lambda _, proxy: proxy.slow(SLOW),
    "too slow": lambda _, proxy: proxy.slow(TOO_SLOW),
    "unreachable": lambda _, proxy: proxy.down(),
    "connections cut": _connections_cut,
    "few connections": _few_connections,
    "full": _full,
    "disk full": _disk_full,
    "read-only": _read_only,
    "script flushed": _script_flushed,
    "down": _down,
    "loading": _loading,
}


@dataclass
class OutageResult:
    """The statuses that clients got in an outage, how long the slowest response took,
    and after how long every game had gone on (seconds); and what /livez and /readyz
    answered meanwhile.
    """

    outage: str
    statuses: Counter[int]
    longest: float
    recovery: float
    alive: int
    ready: int

    @property
    def good(self) -> bool:
        is_allowed = set(self.statuses) <= ALLOWED
        is_in_time = self.longest <= RESPONSE_LIMIT
        return is_allowed and is_in_time and self.alive == 200

    def __str__(self) -> str:
        statuses = ", ".join(
            f"{n:,} x {status}" for status, n in sorted(self.statuses.items())
        )
        verdict = "" if self.good else "  NOT GOOD"
        ready = "ready" if self.ready == 200 else "not ready"
        return (
            f"{self.outage:16} {ready:9} answers within {self.longest:.2f} s, "
            f"games went on {self.recovery:.2f} s after it ({statuses}){verdict}"
        )


def run_outage(
    server: Server,
    proxy: Proxy,
    players: ConcurrentPlayers,
    outage: str,
    seconds: float,
) -> OutageResult:
    """Let the games go on through an outage of `seconds`. Raises the error that ended
    a player.
    """
    players.reset_statistics()
    with OUTAGES[outage](server, proxy):
        time.sleep(seconds)
        alive, ready = (
            send(players.port, request("GET", path)).status for path in HEALTH
        )
    recovery = players.all_answered_since(time.monotonic())
    statuses, longest = players.statuses, players.longest_response
    return OutageResult(outage, statuses, longest, recovery, alive, ready)
