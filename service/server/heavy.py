"""Work of a second or more, away from the greenlets that answer everybody else."""

import sys
from collections.abc import Callable
from typing import Final

import gevent  # type: ignore[import-untyped]

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which such work may hold Python's lock while a greenlet wants it. With
the usual 5 ms a request would wait for 5 ms after each of its system calls."""

sys.setswitchinterval(SWITCH_INTERVAL)


def run_heavy(work: Callable[[], bytes]) -> bytes:
    """Call `work` in a thread of gevent's own pool; what it returns or raises.

    It must not use anything that gevent has patched: locks, sockets, sleeping.
    """
    result: bytes = gevent.get_hub().threadpool.apply(work)
    return result
