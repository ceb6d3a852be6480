"""A circuit breaker: while the store does not answer, calls fail fast.

Otherwise every request would occupy a thread until its timeout, and requests that wait
for a thread would take as long as the outage lasts.
"""

import time
from threading import Lock
from types import TracebackType
from typing import Final

from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from service.store.errors import StorageUnavailable

FAILURE_THRESHOLD: Final = 3
"""Timeouts in a row that open the circuit."""
PROBE_INTERVAL: Final = 0.2
"""Seconds between two probes while it is open."""


class CircuitBreaker:
    """Shared by all callers of one store; each call is made inside `with`.

    Entering raises `StorageUnavailable` while the circuit is open, except for one probe
    per interval. An answer closes the circuit; a refused connection, which costs no
    time, changes nothing.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._next_probe = 0.0
        self._lock = Lock()

    def __enter__(self) -> None:
        if self._failures >= FAILURE_THRESHOLD and not self._may_probe():
            raise StorageUnavailable("the store has stopped answering")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, NoAnswer):
            with self._lock:
                self._failures += 1
                self._next_probe = time.monotonic() + PROBE_INTERVAL
        elif not isinstance(error, NoConnection):
            self._failures = 0

    def _may_probe(self) -> bool:
        with self._lock:
            now = time.monotonic()
            if now < self._next_probe:
                return False
            self._next_probe = now + PROBE_INTERVAL
            return True
