"""Work of a second or more, away from the greenlets that answer everybody else."""

from collections.abc import Callable
from typing import Final

from gevent.threadpool import ThreadPool

from service.server.slots import released

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which such work may hold Python's lock while greenlets want it: what a
worker should set. With the usual 5 ms a request waits so long after each system call.
"""


class HeavyWork:
    """Runs one piece of work at a time in a thread of its own; others queue.

    One, since each takes memory in proportion to what it works on.
    """

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def run(self, work: Callable[[], bytes]) -> bytes:
        """Call `work`, and return or raise what it does; requests go on meanwhile.

        It must not use anything that gevent has patched: locks, sockets, sleeping.
        """
        with released():
            result: bytes
            result, error = self._pool.apply(_result_or_error, (work,))
        if error is not None:
            raise error
        return result


def _result_or_error(work: Callable[[], bytes]) -> tuple[bytes, Exception | None]:
    """What the pool's thread raises, it would print, too."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 -- raised again by the caller
        return b"", error
