"""Many requests at once, sent by one thread: for machines without wrk."""

import time
from collections.abc import Sequence
from itertools import cycle

from testkit.http_client import MessageReader, connect


def run(
    port: int, requests: Sequence[bytes], seconds: float, connections: int
) -> tuple[list[float], int, float]:
    """Each request's seconds, how many failed, and the seconds in all.

    A request goes out on every connection, then every answer is read: one thread
    loads the server less evenly than wrk does.
    """
    opened = [connect(port) for _ in range(connections)]
    readers = [MessageReader(connection) for connection in opened]
    times: list[float] = []
    failures = 0
    queue = cycle(requests)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        sent = []
        for connection in opened:
            connection.sendall(next(queue))
            sent.append(time.perf_counter())
        for reader, at in zip(readers, sent, strict=True):
            failures += reader.response().status // 100 != 2
            times.append(time.perf_counter() - at)
    took = time.perf_counter() - start
    for connection in opened:
        connection.close()
    return times, failures, took
