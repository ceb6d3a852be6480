"""A store that is there and yet cannot do what is asked, in the midst of many games."""

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from chaos.concurrent_games import Crowd
from testkit.http_client import request, send
from testkit.store_proxy import Proxy
from testkit.store_servers import Server
from testkit.waiting import wait_until

SOON: Final = 2.0
"""Seconds within which everybody must be answered, be it by a 503."""
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
def _forgetful(server: Server, _: Proxy) -> Iterator[None]:
    """It forgets the script again and again."""
    with server.client() as admin, _repeated(admin.script_flush):
        yield


@contextmanager
def _hanging_up(_: Server, proxy: Proxy) -> Iterator[None]:
    """Connections are cut again and again."""
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
    "hanging up": _hanging_up,
    "few connections": _few_connections,
    "full": _full,
    "disk full": _disk_full,
    "read-only": _read_only,
    "forgetful": _forgetful,
    "down": _down,
    "loading": _loading,
}


@dataclass
class Endured:
    """What clients were told in an outage, how long the slowest answer took, and after
    how long every game had gone on (seconds); and what /livez and /readyz answered
    meanwhile.
    """

    outage: str
    statuses: Counter[int]
    longest: float
    recovery: float
    alive: int
    ready: int

    @property
    def good(self) -> bool:
        is_told = set(self.statuses) <= ALLOWED and self.longest <= SOON
        return is_told and self.alive == 200

    def __str__(self) -> str:
        told = ", ".join(
            f"{n:,} x {status}" for status, n in sorted(self.statuses.items())
        )
        verdict = "" if self.good else "  NOT GOOD"
        ready = "ready" if self.ready == 200 else "not ready"
        return (
            f"{self.outage:16} {ready:9} answers within {self.longest:.2f} s, "
            f"games went on {self.recovery:.2f} s after it ({told}){verdict}"
        )


def endure(
    server: Server, proxy: Proxy, crowd: Crowd, outage: str, seconds: float
) -> Endured:
    """Let the games go through an outage of so many seconds. Raises what ended a
    player.
    """
    crowd.forget()
    with OUTAGES[outage](server, proxy):
        time.sleep(seconds)
        alive, ready = (
            send(crowd.port, request("GET", path)).status for path in HEALTH
        )
    recovery = crowd.all_answered_since(time.monotonic())
    return Endured(outage, crowd.statuses, crowd.longest, recovery, alive, ready)
