"""Hundreds of clients that keep the service waiting, and what the others notice.

They are slow and cause little work: clients that send more than the machine can answer
are the concern of the rate limits.
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

from chaos.concurrent_players import Player
from testkit.http_client import Client, connect, request, send
from testkit.recorded_games import NewGame, RecordedGame
from testkit.retrying import create_game

NOTICEABLE: Final = 0.5
"""Seconds after which a player notices that an answer is late."""
POST: Final = (
    b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
)
REPLAY: Final = POST.replace(b"/v1/games", b"/v1/replays")
CHUNKED: Final = b"Transfer-Encoding: chunked\r\n\r\n"


def _pipeline(game: RecordedGame) -> bytes:
    return request("GET", f"{game.path}/events") * 100


def _watch(game: RecordedGame) -> bytes:
    return request("GET", f"{game.path}/stream")


def _wait(game: RecordedGame) -> bytes:
    """Beyond the number that may wait they are answered with 503."""
    headers = {"If-None-Match": '"1"'}
    return request("GET", f"{game.path}?wait=30", headers=headers)


BEHAVIORS: Final[Mapping[str, Callable[[RecordedGame], bytes]]] = {
    "send nothing": lambda _: b"",
    "half an address": lambda _: b"GET /v1/ga",
    "half a head": lambda _: b"GET / HTTP/1.1\r\nHost: x\r\n",
    "60 kB of a head": lambda _: b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000,
    "an endless head": lambda _: b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
    "half a body": lambda _: POST + b'Content-Length: 99\r\n\r\n{"players',
    "half a chunk": lambda _: POST + CHUNKED + b'99\r\n{"players',
    "half of 8 MB": lambda _: REPLAY + b"Content-Length: 8000000\r\n\r\n" + b" " * 4096,
    "half of 8 MB in chunks": lambda _: REPLAY + CHUNKED + b"1000\r\n" + b" " * 4096,
    "garbage, not closed": lambda _: b"GARBAGE\r\n\r\n",
    "watch a game": _watch,
    "wait for a game": _wait,
    "100 requests, no reading": _pipeline,
}


@dataclass
class ResponseTimes:
    """How long other players' commands and reads took (seconds, in order) while
    `clients` slow ones behaved in one way.
    """

    behavior: str
    clients: int
    times: list[float]

    @property
    def good(self) -> bool:
        return self._share(0.99) <= NOTICEABLE

    def _share(self, share: float) -> float:
        return self.times[int((len(self.times) - 1) * share)]

    def __str__(self) -> str:
        half, most, all_ = (1000 * self._share(share) for share in (0.5, 0.99, 1))
        verdict = "" if self.good else "  NOT GOOD"
        return (
            f"{self.clients:4} x {self.behavior:25} others: {half:4.0f} ms (half), "
            f"{most:4.0f} ms (99 of 100), {all_:4.0f} ms (all){verdict}"
        )


def client_count(behavior: str, clients: int) -> int:
    """How many there are of a kind: fewer of those that make the service work."""
    return max(1, clients // 20) if behavior == "100 requests, no reading" else clients


def run_slow_clients(
    port: int, behavior: str, clients: int, seconds: float
) -> ResponseTimes:
    """Let `clients` slow clients behave so for `seconds`, and measure others' responses
    meanwhile.
    """
    choice = random.Random(behavior)  # noqa: S311 -- a repeatable choice is wanted
    with Client(port) as client:
        game = create_game(client, NewGame(), choice)
        data = BEHAVIORS[behavior](game)
        with _slow_clients(port, clients, data):
            times = sorted(_times(port, client, game, seconds))
    return ResponseTimes(behavior, clients, times)


@contextmanager
def _slow_clients(port: int, clients: int, data: bytes) -> Iterator[None]:
    """`clients` connections, on each of which `data` was sent."""
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
    sock = connect(port)
    sock.setblocking(False)
    _send(sock, data)
    return sock


def _send(sock: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        sock.send(data)


def _trickle(sockets: list[socket.socket], over: Event) -> None:
    """Every other client sends a byte twice a second, as if more were to come."""
    while not over.wait(0.5):
        for sock in sockets[::2]:
            _send(sock, b"0")


def _times(
    port: int, reader: Client, game: RecordedGame, seconds: float
) -> Iterator[float]:
    """A read on a kept connection, a command, and a read on a new connection, in turn
    for `seconds`.
    """
    player = Player(port, NewGame(), game.id)
    end = time.monotonic() + seconds
    with player.client:
        while time.monotonic() < end:
            for act in (
                lambda: reader.get(game.path),
                player.step,
                lambda: send(port, request("GET", game.path)),
            ):
                begin = time.monotonic()
                act()
                yield time.monotonic() - begin
            time.sleep(0.01)
