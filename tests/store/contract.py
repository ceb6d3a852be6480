"""The contract of the log: all tests that ask for nothing but these fixtures.

`open_log` gives another log on the same data, `log` is the first of them, and `damage`
changes a stored entry. No test knows how a store fails: each has tests of its own that
it raises `StorageUnavailable`, as test_outages.py has for Redis.
"""

import inspect
from collections.abc import Callable
from typing import Any

from tests.store import test_append, test_read, test_shared_logs


def contract() -> dict[str, Callable[..., Any]]:
    """The tests by name, to be run with other fixtures."""
    return {
        name: test
        for module in (test_append, test_read, test_shared_logs)
        for name, test in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_") and _asks_for_a_log_alone(test)
    }


def _asks_for_a_log_alone(test: Callable[..., Any]) -> bool:
    names = inspect.signature(test).parameters.keys()
    return bool(names & {"log", "open_log"}) and "redis" not in names
