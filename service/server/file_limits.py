"""How many files a process may have open, and how many connections fit into that."""

import contextlib
import resource
from typing import Final

OPEN_FILES: Final = 65536
"""More than a worker has connections, to clients and to the store."""
OTHER_FILES: Final = 64
"""Of a worker: its modules' data, pipes, logs, the store's notifications."""


def raise_file_limit() -> None:
    """Let this process and its children have `OPEN_FILES` files open, if the system
    lets it; many systems begin with 1024 and allow more to whoever asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections(threads: int, streams: int) -> int:
    """How many clients a worker may hold at a time besides its streams, given how
    many files it may have open: a connection to the store for each thread, too.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * threads + 1000
    if files == resource.RLIM_INFINITY:
        return wanted
    return max(threads, min(wanted, files - streams - threads - OTHER_FILES))
