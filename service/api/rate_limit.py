"""Rate limits: requests per second of a class and client address, in all processes.

The counts are shared through the store, but a round trip for every request would double
the cost of a read. So a process prefetches quota in batches: one round trip gets a
fiftieth of the limit, which the process then uses without asking the store.
"""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Final

from flask import Flask, request

from service.api.problems import Problem
from service.store import StoreError, WindowCounter

WINDOW_SECONDS: Final = 10
"""The window over which a limit is averaged."""
BATCHES_PER_LIMIT: Final = 50
"""A batch is this fraction of the requests that a window allows."""
FETCH_TIMEOUT: Final = 0.2
"""Seconds to wait for a batch; then the request is allowed without one."""
FAIL_OPEN_SECONDS: Final = 1.0
"""How long all requests are allowed after the store did not answer."""
MAX_ADDRESSES: Final = 10_000
"""Batches that a process remembers, one for each class and address."""

OPERATION_CLASSES: Final = {
    "createGame": "creations",
    "takeTiles": "commands",
    "placeTile": "commands",
    "getLiveness": None,
    "getReadiness": None,
    "getMetrics": None,
}
"""The class of each operation; all others are reads, None is not limited."""


@dataclass(slots=True)
class _QuotaBatch:
    """Requests that are still allowed until `ends` (monotonic seconds).

    `left` is -1 if there was one request too many; `is_last` says whether the limit of
    the window is used up with this batch.
    """

    left: int
    ends: float
    is_last: bool


class RateLimiter:
    """Allows `rates[kind]` requests per second and address; 0 is no limit."""

    def __init__(self, counter: WindowCounter, rates: Mapping[str, int]) -> None:
        self._counter = counter
        self._rates = rates
        self._batches: OrderedDict[tuple[str, str], _QuotaBatch] = OrderedDict()
        self._lock = Lock()
        self._fetch_lock = Lock()
        self._fail_open_until = 0.0

    def check(self, kind: str, address: str) -> None:
        """Count one request. Raises `Problem` (rate_limited) if it is one too many.

        While the store does not answer, all requests are allowed: they fail by
        themselves if they need the store.
        """
        if not self._rates[kind]:
            return
        batch = self._take_from_batch(kind, address) or self._next_batch(kind, address)
        if batch is not None and batch.left < 0:
            wait = max(1, ceil(batch.ends - time.monotonic()))
            raise Problem(
                "rate_limited",
                f"Too many {kind} from your address; wait {wait} s before the next.",
                headers={"Retry-After": str(wait)},
            )

    def _next_batch(self, kind: str, address: str) -> _QuotaBatch | None:
        """Take one request from a new batch; None while the store does not answer.

        One thread fetches at a time: if each of many waiting threads fetched a batch,
        they would use up the limit at once.
        """
        if not self._fetch_lock.acquire(timeout=FETCH_TIMEOUT):
            return None
        try:
            batch = self._take_from_batch(kind, address)
            if batch is None and time.monotonic() >= self._fail_open_until:
                self._fetch_batch(kind, address)
                batch = self._take_from_batch(kind, address)
        except StoreError:
            self._fail_open_until = time.monotonic() + FAIL_OPEN_SECONDS
            return None
        else:
            return batch
        finally:
            self._fetch_lock.release()

    def _take_from_batch(self, kind: str, address: str) -> _QuotaBatch | None:
        """Take one request from the current batch; None if a new one is needed."""
        with self._lock:
            batch = self._batches.get((kind, address))
            if batch is None or batch.ends <= time.monotonic():
                return None
            if batch.left == 0 and not batch.is_last:
                return None
            batch.left = max(-1, batch.left - 1)
            return batch

    def _fetch_batch(self, kind: str, address: str) -> None:
        limit = self._rates[kind] * WINDOW_SECONDS
        size = max(1, limit // BATCHES_PER_LIMIT)
        count, seconds = self._counter.add(f"{kind}:{address}", size, WINDOW_SECONDS)
        granted = max(0, min(size, limit - (count - size)))
        ends = time.monotonic() + max(seconds, 0.001)
        with self._lock:
            self._batches[kind, address] = _QuotaBatch(
                granted, ends, is_last=granted < size
            )
            self._batches.move_to_end((kind, address))
            if len(self._batches) > MAX_ADDRESSES:
                self._batches.popitem(last=False)


def register(app: Flask, limiter: RateLimiter) -> None:
    """Check the rate limit before a request is handled."""

    @app.before_request
    def check_limit() -> None:
        operation = (request.endpoint or "").rpartition(".")[2]
        kind = OPERATION_CLASSES.get(operation, "reads")
        if kind and request.method != "OPTIONS":
            limiter.check(kind, request.remote_addr or "unknown")
