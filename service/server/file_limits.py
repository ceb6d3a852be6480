"""How many files a process may have open, and how many connections fit into that."""

import contextlib
import resource
from typing import Final

OPEN_FILES: Final = 65536
"""More than a worker has connections, to clients and to the store."""
OTHER_FILES: Final = 64
"""Of a worker: its modules' data, pipes, logs, the store's notifications."""
MIN_CONNECTIONS: Final = 16
"""With fewer clients a worker is of no use, whatever it may open."""


def raise_file_limit() -> None:
    """Let this process and its children have `OPEN_FILES` files open, if the system
    lets it; many systems begin with 1024 and allow more to whoever asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def max_connections(concurrency: int, streams: int) -> int:
    """How many clients a worker may hold at a time, its streams not counted.

    Those that wait for a game, half as many as streams, and a thousand others; fewer
    if the worker may have fewer files open.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams // 2 + 1000
    if files == resource.RLIM_INFINITY:
        return wanted
    left = files - streams - concurrency - OTHER_FILES
    return max(MIN_CONNECTIONS, min(wanted, left))
