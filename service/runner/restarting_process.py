"""A child process that is restarted when it exits."""

import logging
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

RESTART_DELAYS: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before each restart in a row; the last applies to all further ones."""
HEALTHY_SECONDS: Final = 10.0
"""After running this long, a child is healthy: the delays start from the first."""


class RestartingProcess:
    """The child process that `start` starts; `name` is for the log."""

    def __init__(self, name: str, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._name = name
        self._start = start
        self._failures = 0
        self._due: float | None = None
        self._start_now()

    @property
    def ended(self) -> bool:
        """Whether the child has exited and was not restarted yet."""
        return self.process.poll() is not None

    def poll(self) -> float:
        """Restart the child if it has exited and its delay is over.

        Returns the seconds until the next call is due.
        """
        if not self.ended:
            return 1.0
        now = time.monotonic()
        if self._due is None:
            self._due = now + self._next_delay(now)
        if now < self._due:
            return self._due - now
        self._start_now()
        return 1.0

    def _start_now(self) -> None:
        self._due = None
        self._since = time.monotonic()
        self.process = self._start()

    def _next_delay(self, now: float) -> float:
        if now - self._since > HEALTHY_SECONDS:
            self._failures = 0
        delay = RESTART_DELAYS[min(self._failures, len(RESTART_DELAYS) - 1)]
        self._failures += 1
        log.error(
            "%s exited unexpectedly (%s); restarting it %s",
            self._name,
            describe_exit(self.process.returncode),
            f"in {delay:g} s" if delay else "now",
        )
        return delay


def describe_exit(code: int) -> str:
    """A `Popen.returncode` in words: an exit code or the name of a signal."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
