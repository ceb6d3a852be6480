"""Child processes that do not outlive their parent."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

PR_SET_PDEATHSIG: Final = 1
"""The option of prctl(2): the signal that a process gets when its parent ends."""
# Loaded here: between fork and exec a child should not load code.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def spawn(
    command: Sequence[str | os.PathLike[str]],
    *,
    env: Mapping[str, str] | None = None,
    output: IO[Any] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `command` in a new session; files that it creates are private to the user.

    A terminal's Ctrl-C reaches only the parent, which stops its children in order. On
    Linux the child gets SIGTERM when its parent ends in any way; it must be started by
    the parent's main thread. `pass_fds` are file descriptors that it inherits; `output`
    gets its standard output and standard error.
    """
    parent = os.getpid()
    return subprocess.Popen(  # noqa: S603 -- the callers' own commands, no shell
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=pass_fds,
        start_new_session=True,
        umask=0o077,
        preexec_fn=lambda: _end_with_parent(parent),  # noqa: PLW1509 -- the supervisor has no threads
    )


def _end_with_parent(parent: int) -> None:
    if _prctl is None:
        return
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before the call
        os._exit(1)


def terminate(process: subprocess.Popen[bytes], timeout: float) -> bool:
    """Send SIGTERM to `process`, and SIGKILL to its process group after `timeout`
    seconds. Returns whether SIGTERM was enough.
    """
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True
