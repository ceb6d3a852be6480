"""What the supervisor hands to gunicorn beside the settings."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
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


@contextlib.contextmanager
def metrics_folder(data: Path | None) -> Iterator[Path]:
    """An empty folder in which this run's workers count, as long as it lasts.

    In the data folder, if there is one, it has one place: the next run clears away
    what a killed one left.
    """
    if data is None:
        with tempfile.TemporaryDirectory(
            prefix="azul-metrics-", dir=scratch_folder(), ignore_cleanup_errors=True
        ) as name:
            yield Path(name)
        return
    folder = data / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(exist_ok=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
