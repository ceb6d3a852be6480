"""A child process that is started again whenever it ends unasked."""

import logging
import signal
import subprocess
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

# Seconds before each new start in a row; the last for all that follow.
DELAYS = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
# Having run this long, a child counts as healthy: the pauses begin anew.
HEALTHY_AFTER = 10.0


class RestartingProcess:
    """The child that `start` starts, called `name` in the log."""

    def __init__(self, name: str, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._name = name
        self._start = start
        self._failures = 0
        self._due: float | None = None
        self._start_now()

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def poll(self) -> float:
        """Start the child again if it has ended and its pause is over.

        Returns in how many seconds to look again, at the latest.
        """
        if not self.ended:
            return 1.0
        now = time.monotonic()
        if self._due is None:
            self._due = now + self._pause(now)
        if now < self._due:
            return self._due - now
        self._start_now()
        return 1.0

    def _start_now(self) -> None:
        self._due = None
        self._since = time.monotonic()
        self.process = self._start()

    def _pause(self, now: float) -> float:
        if now - self._since > HEALTHY_AFTER:
            self._failures = 0
        pause = DELAYS[min(self._failures, len(DELAYS) - 1)]
        self._failures += 1
        log.error(
            "%s ended unasked (%s); it is started again %s",
            self._name,
            describe_exit(self.process.returncode),
            f"in {pause:g} s" if pause else "at once",
        )
        return pause


def describe_exit(code: int) -> str:
    """In words, what `Popen.returncode` says."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
