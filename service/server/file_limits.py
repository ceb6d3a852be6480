"""The limit of open files, and the number of connections that it allows."""

import contextlib
import resource
from typing import Final

MAX_OPEN_FILES: Final = 65536
"""More than the connections of a worker, to clients and to the store."""
RESERVED_FILES: Final = 64
"""Files of a worker that are not connections of clients or requests: pipes, logs,
files of modules, the store's notifications.
"""


def raise_file_limit() -> None:
    """Raise the limit of open files for this process and its children.

    The default is often 1024, though the system allows more. An error is ignored.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (
        MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    )
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def max_connections(threads: int, streams: int) -> int:
    """How many clients a worker can serve at a time, besides its streams.

    It follows from the limit of open files: each thread needs a connection to the
    store, too.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * threads + 1000
    if files == resource.RLIM_INFINITY:
        return wanted
    return max(threads, min(wanted, files - streams - threads - RESERVED_FILES))
