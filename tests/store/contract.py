"""The contract of the log: all tests that ask for `log` and for no particular store."""

import inspect
from collections.abc import Callable
from typing import Any

from tests.store import test_append, test_read


def contract() -> dict[str, Callable[..., Any]]:
    """The tests by name, to be run with another `log` fixture."""
    return {
        name: test
        for module in (test_append, test_read)
        for name, test in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_") and _asks_for_a_log_alone(test)
    }


def _asks_for_a_log_alone(test: Callable[..., Any]) -> bool:
    names = inspect.signature(test).parameters
    return "log" in names and "redis" not in names
