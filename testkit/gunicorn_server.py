"""gunicorn, set up as the service sets it up, over any application."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from service.runner.child_process import spawn, terminate
from service.server.readiness import READY_FD
from service.settings import Settings
from testkit.processes import children

CONF = "python:service.server.gunicorn_config"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """One that runs, on a port of this machine."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu_seconds(self) -> float | None:
        """CPU time that the workers have used so far; None where there is no /proc."""
        times = [_cpu_ticks(line) for line in _stats(self.process.pid)]
        return sum(times) / TICKS if times else None

    def memory_kb(self) -> float:
        """Memory that the workers hold, in kB."""
        page = os.sysconf("SC_PAGE_SIZE") / 1024
        return sum(int(stat[21]) for stat in _stats(self.process.pid)) * page


def _stats(parent: int) -> list[list[str]]:
    """What /proc says of each child, from its state on."""
    stats = []
    for child in children(parent):
        with suppress(OSError):  # it ended meanwhile
            text = Path(f"/proc/{child}/stat").read_text()
            stats.append(text.rpartition(") ")[2].split())
    return stats


def _cpu_ticks(fields: list[str]) -> int:
    """User and system time."""
    return int(fields[11]) + int(fields[12])


@contextmanager
def serving(
    app: str, settings: Settings, extra: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """`app` behind gunicorn with `settings`, all its workers up."""
    ready, tell_ready = os.pipe()
    command = [sys.executable, "-m", "gunicorn", "-c", CONF, app]
    with tempfile.TemporaryDirectory(prefix="azul-bench-") as metrics:
        environment = {
            **os.environ,
            **settings.as_env(),
            **(extra or {}),
            "PROMETHEUS_MULTIPROC_DIR": metrics,
            READY_FD: str(tell_ready),
        }
        process = spawn(command, env=environment, pass_fds=[tell_ready])
        os.close(tell_ready)
        try:
            _await_workers(ready, settings.workers)
            yield Server(settings.port, process)
        finally:
            terminate(process, 10)
            os.close(ready)


def _await_workers(ready: int, workers: int) -> None:
    up = 0
    while up < workers:
        news = os.read(ready, workers)
        if not news:
            raise RuntimeError("gunicorn did not start")
        up += len(news)
