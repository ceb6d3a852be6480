"""Processes of this machine, as /proc shows them."""

import contextlib
from pathlib import Path


def children(pid: int) -> dict[int, str]:
    """The processes that `pid` started and that still run, with their commands."""
    found = {}
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            found[int(child)] = command.replace(b"\0", b" ").decode()
    return {child: command for child, command in found.items() if command}


def is_running(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    return False
