"""A plain HTTP client: for single requests, and for loads where wrk is missing."""

import socket
import time
from collections.abc import Sequence
from itertools import cycle


def connect(port: int) -> socket.socket:
    """A connection to a server on this machine."""
    return socket.create_connection(("127.0.0.1", port))


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next answer, which has a Content-Length."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _some(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split(None, 1)[0])
    while len(body) < length:
        body += _some(connection)
    return int(head.split(None, 2)[1]), body


def _some(connection: socket.socket) -> bytes:
    received = connection.recv(1 << 16)
    if not received:
        raise ConnectionError("the server closed the connection")
    return received


def run(
    port: int, requests: Sequence[bytes], seconds: float, connections: int
) -> tuple[list[float], int, float]:
    """Each request's seconds, how many failed, and the seconds in all.

    A request goes out on every connection, then every answer is read: one thread
    loads the server less evenly than wrk does.
    """
    opened = [connect(port) for _ in range(connections)]
    times: list[float] = []
    failures = 0
    queue = cycle(requests)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        sent = []
        for connection in opened:
            connection.sendall(next(queue))
            sent.append(time.perf_counter())
        for connection, at in zip(opened, sent, strict=True):
            failures += answer(connection)[0] // 100 != 2
            times.append(time.perf_counter() - at)
    took = time.perf_counter() - start
    for connection in opened:
        connection.close()
    return times, failures, took
