"""Child processes that do not outlive their parent."""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any

PR_SET_PDEATHSIG = 1
# More than a worker has connections, to clients and to the store.
OPEN_FILES = 65536
# Of a worker: its modules' data, pipes, logs, the store's feed.
FILES_BESIDES = 64
# With fewer clients a worker is of no use, whatever it may open.
LEAST_CONNECTIONS = 16
# Looked up before any fork: between fork and exec a child had better not load code.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def spawn(
    command: Sequence[str | os.PathLike[str]],
    *,
    env: Mapping[str, str] | None = None,
    output: IO[Any] | None = None,
    keep: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own, with files private to this user.

    A terminal's Ctrl-C reaches only the parent, which stops its children in order.
    On Linux the child gets SIGTERM as soon as its parent is gone, however that ends;
    it must be started by the parent's main thread. `keep` are file descriptors that
    it inherits, `output` takes both of its outputs.
    """
    parent = os.getpid()
    return subprocess.Popen(  # noqa: S603 -- the callers' own commands, no shell
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=keep,
        start_new_session=True,
        umask=0o077,
        preexec_fn=lambda: _die_with(parent),  # noqa: PLW1509 -- we have no threads
    )


def _die_with(parent: int) -> None:
    if _prctl is None:
        return
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it went before we asked
        os._exit(1)


def end(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Ask `process` to end, and end it by force, with all that it started, after
    `patience` seconds. Returns whether asking was enough.
    """
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def raise_file_limit() -> None:
    """Let this process and its children have `OPEN_FILES` files open, if the system
    lets it; many systems begin with 1024 and allow more to whoever asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections(store_connections: int, streams: int) -> int:
    """How many clients a worker may hold at a time besides its streams: those that
    wait, half as many as streams, and a thousand others; fewer if it may have fewer
    files open.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams // 2 + 1000
    if files == resource.RLIM_INFINITY:
        return wanted
    left = files - streams - store_connections - FILES_BESIDES
    return max(LEAST_CONNECTIONS, min(wanted, left))
