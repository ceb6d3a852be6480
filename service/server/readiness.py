"""How a worker tells the supervisor that it takes requests: a byte on a pipe."""

import contextlib
import os
from typing import Final

READY_FD: Final = "AZUL_READY_FD"
"""The variable that names the pipe's descriptor; set by the supervisor."""


def signal_ready() -> None:
    """Say that one more worker takes requests; does nothing without a supervisor."""
    with contextlib.suppress(KeyError, OSError):
        os.write(int(os.environ[READY_FD]), b"+")
