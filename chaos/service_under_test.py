"""A service whose processes are killed, with a store of its own or one beside it."""

import os
import random
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from service.store import RedisGameLog, connect
from testkit.processes import children, is_running
from testkit.running_service import SECRET, SERVE, Running
from testkit.store_servers import Server, default_server
from testkit.waiting import wait_until

UNLIMITED = {"RATE_CREATIONS": "0", "RATE_COMMANDS": "0", "RATE_READS": "0"}
DURABLE = "always"
START_TIMEOUT = 30.0
EMBEDDED = ("worker", "gunicorn", "embedded store", "service")
EXTERNAL = ("worker", "gunicorn", "external store")
"""What can be killed."""


class ServiceUnderTest:
    """Runs in `folder`, with settings in `variables`, while the block lasts.

    With `external`, the store is a server of our own, else the service's. A process
    that was killed is started again: by the service, or, if it is not one of its
    children, by us.
    """

    def __init__(
        self, folder: Path, *, external: bool = False, **variables: str
    ) -> None:
        self._opened = ExitStack()
        self._data = folder / "data"
        self._variables = {**UNLIMITED, "WORKERS": "2", "LOG_LEVEL": "error"}
        self._variables |= {"APPENDFSYNC": DURABLE, "SERVICE_SECRETS": SECRET}
        self._variables |= variables
        self._external = external

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            if self._external:
                self.server = Server(default_server(), "--appendfsync", DURABLE)
                opened.callback(self.server.remove)
                self.server.start()
                self._variables["REDIS_URL"] = self.server.url
            self._opened = opened
            self._start()
            self._variables["PORT"] = str(self.port)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def _start(self) -> None:
        running = Running(self._data, command=SERVE, **self._variables)
        self.service = self._opened.enter_context(running).up()

    @property
    def port(self) -> int:
        return self.service.port

    def log(self) -> RedisGameLog:
        """The logs in the store, past the service."""
        embedded = f"unix://{self._data}/store.sock"
        url = self._variables.get("REDIS_URL", embedded)
        return RedisGameLog(connect(url, connections=2))

    def kill(self, target: str, choice: random.Random) -> None:
        """End a part of it at once."""
        kills = {
            "worker": lambda: _kill(choice.choice(sorted(self.service.workers))),
            "gunicorn": lambda: _kill(self.service.master),
            "embedded store": lambda: _kill(self.service.store),
            "service": self._kill_service,
            "external store": self._kill_server,
        }
        kills[target]()

    def wait_until_running(self) -> None:
        """Wait until all of its processes are there again."""
        wait_until(self._is_running, START_TIMEOUT)

    def _is_running(self) -> bool:
        parts = children(self.service.process.pid)
        stores = [part for part, words in parts.items() if "unixsocket" in words]
        workers = [worker for part in parts for worker in children(part)]
        return (
            len(parts) - len(stores) == 1
            and len(stores) == ("REDIS_URL" not in self._variables)
            and len(workers) == int(self._variables["WORKERS"])
        )

    def _kill_service(self) -> None:
        _kill(self.service.process.pid)
        self.service.process.wait()
        self._start()

    def _kill_server(self) -> None:
        self.server.kill()
        self.server.start()


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid))
