"""Waiting for what another process or thread does."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TIMEOUT = 40.0
"""Seconds: far more than anything takes, since a slow machine is not a failure."""
INTERVAL = 0.005


def wait_until(condition: Callable[[], T | None], timeout: float = TIMEOUT) -> T:
    """The first result of `condition` that is true. Raises AssertionError if there is
    none within `timeout` seconds.
    """
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(INTERVAL)
    raise AssertionError(f"the condition did not hold within {timeout} s")
