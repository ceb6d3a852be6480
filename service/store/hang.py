"""While the store hangs, few calls wait for it, and the others fail at once.

Else each call would wait in vain, and the next for a connection: an answer that is due
within two seconds would take as long as the outage does.
"""

import time
from threading import Lock, Semaphore
from types import TracebackType
from typing import Final

from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from service.store.errors import StorageUnavailable

MOST_MISSED: Final = 3
"""So many calls in a row without an answer are a hang, not an accident."""
LOOK_EVERY: Final = 0.2
"""Seconds between two calls that find out whether it is over."""
LONGEST_WAIT: Final = 5.0
"""Seconds for which a call waits until there are fewer than `calls` others."""


class Hang:
    """Notices that a store has stopped answering; shared by all threads that ask it.

    They ask it within `with`, at most `calls` at a time, which raises
    `StorageUnavailable` instead if it hangs, unless it is time for a look.
    """

    def __init__(self, calls: int = 64) -> None:
        self._places = Semaphore(calls)
        self._missed = 0
        self._next_look = 0.0
        self._lock = Lock()

    @property
    def _is_here(self) -> bool:
        return self._missed >= MOST_MISSED

    def __enter__(self) -> None:
        if not self._places.acquire(timeout=0 if self._is_here else LONGEST_WAIT):
            raise StorageUnavailable("too many calls wait for it")
        # It may have begun while this call waited for its place.
        if self._is_here and not self._may_look():
            self._places.release()
            raise StorageUnavailable("it has stopped answering")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._places.release()
        if isinstance(error, NoAnswer):
            with self._lock:
                self._missed += 1
                self._next_look = time.monotonic() + LOOK_EVERY
        elif not isinstance(error, NoConnection):  # for that, nobody waited
            self._missed = 0

    def _may_look(self) -> bool:
        with self._lock:
            now = time.monotonic()
            if now < self._next_look:
                return False
            self._next_look = now + LOOK_EVERY
            return True
