"""Work of a second or more, away from the greenlets that answer everybody else."""

from collections.abc import Callable
from typing import Final

import gevent

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which such work may hold Python's lock while greenlets want it: what a
worker should set. With the usual 5 ms a request waits so long after each system call.
"""


def run_heavy(work: Callable[[], bytes]) -> bytes:
    """Call `work` in a thread of gevent's own pool; what it returns or raises.

    It must not use anything that gevent has patched: locks, sockets, sleeping.
    """
    result: bytes = gevent.get_hub().threadpool.apply(work)
    return result
