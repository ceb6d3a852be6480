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
MIN_CONNECTIONS: Final = 16
"""A worker with fewer clients is of no use, whatever it may open."""
IDLE_CONNECTIONS: Final = 5000
"""Connections on which nothing happens, for which no other one is evicted. If their
clients came back at once, accepting them again would take more than keeping them.
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


def max_streams(concurrency: int, streams: int) -> int:
    """How many streams a worker may hold at a time: `streams`, or fewer, so that half
    of the files that it may have open are left for other clients.
    """
    return min(streams, max(0, _files_for_clients(concurrency)) // 2)


def max_connections(concurrency: int, streams: int) -> int:
    """How many clients a worker may hold at a time, its streams not counted.

    Those that wait for a game, half as many as streams, and `IDLE_CONNECTIONS`; fewer
    if the worker may have fewer files open.
    """
    wanted = streams // 2 + IDLE_CONNECTIONS
    left = _files_for_clients(concurrency) - streams
    return max(MIN_CONNECTIONS, min(wanted, left))


def _files_for_clients(concurrency: int) -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        files = MAX_OPEN_FILES
    return files - concurrency - RESERVED_FILES
