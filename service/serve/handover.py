"""What the supervisor hands to gunicorn beside the settings."""

import os
from pathlib import Path

# The variable naming the descriptor that is told of each worker that is up. Set by
# the supervisor, never by hand.
READY_FD = "AZUL_READY_FD"

MEMORY = Path("/dev/shm")  # noqa: S108 -- names in it are made by tempfile


def scratch_folder() -> str | None:
    """Where files that need no disk go: memory if there is such a folder, else None
    for the usual place of temporary files.
    """
    return str(MEMORY) if os.access(MEMORY, os.W_OK) else None
