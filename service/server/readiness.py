"""Readiness: a worker writes a byte to a pipe of the supervisor."""

import contextlib
import os
from typing import Final

READY_FD: Final = "AZUL_READY_FD"
"""Environment variable with the file descriptor of the pipe; set by the supervisor."""


def signal_ready() -> None:
    """Signal that this worker accepts requests; does nothing without a supervisor."""
    with contextlib.suppress(KeyError, OSError):
        os.write(int(os.environ[READY_FD]), b"+")
