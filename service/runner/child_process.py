"""Child processes that do not outlive their parent."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any

PR_SET_PDEATHSIG = 1
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
