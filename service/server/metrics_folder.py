"""The folder in which a service's workers keep their metrics while it runs."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 -- names in it are made by tempfile


def scratch_folder() -> str | None:
    """Where files that need no disk go: memory if there is such a folder, else None
    for the usual place of temporary files.
    """
    return str(MEMORY) if os.access(MEMORY, os.W_OK) else None


@contextlib.contextmanager
def metrics_folder(data: Path | None) -> Iterator[Path]:
    """An empty folder in which this run's workers count, as long as it lasts.

    In memory where that can be: workers count in files that are mapped into memory,
    and writing to those on a disk that is full would end them. For a data folder it
    has one name: the next run clears away what a killed one left.
    """
    place = scratch_folder() or tempfile.gettempdir()
    if data is not None:
        digest = sha256(f"{os.getuid()}:{data}".encode()).hexdigest()[:16]
        folder = Path(place) / f"azul-metrics-{digest}"
        if _make_anew(folder):
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            return
    with tempfile.TemporaryDirectory(
        prefix="azul-metrics-", dir=place, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _make_anew(folder: Path) -> bool:
    """Make an empty folder for this user alone; False if the name is another's."""
    shutil.rmtree(folder, ignore_errors=True)  # fails on links and on what is not ours
    try:
        folder.mkdir(mode=0o700)
    except OSError:
        return False
    return True
