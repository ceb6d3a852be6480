"""The folder in which the workers store their metrics."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 -- names in it are made by tempfile


def scratch_folder() -> str | None:
    """The folder for files that need no disk: in memory if possible; None for the
    default of `tempfile`.
    """
    return str(SHARED_MEMORY) if os.access(SHARED_MEMORY, os.W_OK) else None


@contextlib.contextmanager
def metrics_folder(data_dir: Path | None) -> Iterator[Path]:
    """An empty folder for the metrics of this run, which is removed afterwards.

    It is in memory where possible: the workers map its files into memory, and would
    crash on a write if the disk is full. Its name follows from `data_dir`, so that the
    next run removes the folder of a killed one.
    """
    place = scratch_folder() or tempfile.gettempdir()
    if data_dir is not None:
        digest = sha256(f"{os.getuid()}:{data_dir}".encode()).hexdigest()[:16]
        folder = Path(place) / f"azul-metrics-{digest}"
        if _recreate(folder):
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            return
    with tempfile.TemporaryDirectory(
        prefix="azul-metrics-", dir=place, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _recreate(folder: Path) -> bool:
    """Make an empty folder, private to this user; False if that fails."""
    shutil.rmtree(folder, ignore_errors=True)  # fails on links and others' files
    try:
        folder.mkdir(mode=0o700)
    except OSError:
        return False
    return True
