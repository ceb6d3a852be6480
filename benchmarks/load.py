"""Many requests at once: by wrk if it is installed, else by `plain_load`."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import plain_load

SCRIPT = Path(__file__).with_name("load.lua")


class Load(NamedTuple):
    """How it went. `failures` are answers that are not 2xx, and connections lost."""

    requests: int
    seconds: float
    p50_ms: float
    p99_ms: float
    failures: int

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


def run(port: int, requests: Sequence[bytes], seconds: int, connections: int) -> Load:
    """Send `requests` in order, from the start again if they run out, each as soon as
    one of the `connections` is free.
    """
    if wrk := shutil.which("wrk"):
        return _wrk(wrk, port, requests, seconds, connections)
    times, failures, took = plain_load.run(port, requests, seconds, connections)
    times.sort()
    p50, p99 = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
    return Load(len(times), took, p50, p99, failures)


def _wrk(
    wrk: str, port: int, requests: Sequence[bytes], seconds: int, connections: int
) -> Load:
    with tempfile.NamedTemporaryFile() as file:
        for each in requests:
            file.write(b"%d\n%b" % (len(each), each))
        file.flush()
        command = [wrk, "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(SCRIPT)]
        command += [f"http://127.0.0.1:{port}", "--", file.name]
        output = subprocess.run(  # noqa: S603 -- wrk, as found on the path
            command, capture_output=True, check=True, text=True
        ).stdout
    return Load(**json.loads(output.splitlines()[-1]))
