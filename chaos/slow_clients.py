"""Clients that keep the service waiting, in hundreds, and what the others notice.

Slow they are, and not many at work: whoever sends more than the machine can answer is
the business of the rate limits.
"""

import contextlib
import random
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from chaos.concurrent_games import Table, create
from testkit.http_client import Client, request, send
from testkit.recorded_games import Order, Story

UNNOTICED: Final = 0.5
"""Seconds: more than that a player would notice."""
POST: Final = (
    b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
)
REPLAY: Final = POST.replace(b"/v1/games", b"/v1/replays")
CHUNKED: Final = b"Transfer-Encoding: chunked\r\n\r\n"


def _pipeline(game: Story) -> bytes:
    return request("GET", f"{game.path}/events") * 100


def _watch(game: Story) -> bytes:
    return request("GET", f"{game.path}/stream")


def _wait(game: Story) -> bytes:
    """As many as may; the others are told to come back."""
    asking = request("GET", f"{game.path}?wait=30")
    return asking.replace(b"\r\n\r\n", b'\r\nIf-None-Match: "1"\r\n\r\n')


HABITS: Final[Mapping[str, Callable[[Story], bytes]]] = {
    "say nothing": lambda _: b"",
    "half an address": lambda _: b"GET /v1/ga",
    "half a head": lambda _: b"GET / HTTP/1.1\r\nHost: x\r\n",
    "60 kB of a head": lambda _: b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000,
    "an endless head": lambda _: b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
    "half a body": lambda _: POST + b'Content-Length: 99\r\n\r\n{"players',
    "half a chunk": lambda _: POST + CHUNKED + b'99\r\n{"players',
    "half of 8 MB": lambda _: REPLAY + b"Content-Length: 8000000\r\n\r\n" + b" " * 4096,
    "half of 8 MB in chunks": lambda _: REPLAY + CHUNKED + b"1000\r\n" + b" " * 4096,
    "garbage, no goodbye": lambda _: b"GARBAGE\r\n\r\n",
    "watch a game": _watch,
    "wait for a game": _wait,
    "100 requests, no reading": _pipeline,
}


@dataclass
class Noticed:
    """How long other players' commands and reads took (seconds, in order) while so
    many clients had a habit.
    """

    habit: str
    clients: int
    times: list[float]

    @property
    def good(self) -> bool:
        return self._share(0.99) <= UNNOTICED

    def _share(self, share: float) -> float:
        return self.times[int((len(self.times) - 1) * share)]

    def __str__(self) -> str:
        half, most, all_ = (1000 * self._share(share) for share in (0.5, 0.99, 1))
        verdict = "" if self.good else "  NOT GOOD"
        return (
            f"{self.clients:4} x {self.habit:25} others: {half:4.0f} ms (half), "
            f"{most:4.0f} ms (99 of 100), {all_:4.0f} ms (all){verdict}"
        )


def number_of(habit: str, clients: int) -> int:
    """Of those that make us work there are fewer."""
    return max(1, clients // 20) if habit == "100 requests, no reading" else clients


def suffer(port: int, habit: str, clients: int, seconds: float) -> Noticed:
    """Let so many clients have a habit for so long, and take others' time meanwhile."""
    choice = random.Random(habit)  # noqa: S311 -- a repeatable choice is wanted
    with Client(port) as client:
        game = create(client, Order(), choice)
        data = HABITS[habit](game)
        with _all(port, clients, data):
            times = sorted(_times(port, client, game, seconds))
    return Noticed(habit, clients, times)


@contextmanager
def _all(port: int, clients: int, data: bytes) -> Iterator[None]:
    """So many clients that have sent `data`; who is refused comes again."""
    over = Event()
    with ExitStack() as opened:
        sockets = [opened.enter_context(_connected(port, data)) for _ in range(clients)]
        trickle = Thread(target=_trickle, args=[sockets, over])
        trickle.start()
        try:
            yield
        finally:
            over.set()
            trickle.join()


def _connected(port: int, data: bytes) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port))
    sock.setblocking(False)
    _send(sock, data)
    return sock


def _send(sock: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        sock.send(data)


def _trickle(sockets: list[socket.socket], over: Event) -> None:
    """Every other client sends a byte now and then, to look alive."""
    while not over.wait(0.5):
        for sock in sockets[::2]:
            _send(sock, b"0")


def _times(port: int, reader: Client, game: Story, seconds: float) -> Iterator[float]:
    """A read on a kept connection, one on a new one, and a command; over and over."""
    table = Table(port, Order(), game.id)
    end = time.monotonic() + seconds
    with table.client:
        while time.monotonic() < end:
            for act in (
                lambda: reader.get(game.path),
                table.step,
                lambda: send(port, request("GET", game.path)),
            ):
                begin = time.monotonic()
                act()
                yield time.monotonic() - begin
            time.sleep(0.01)
