"""The service as a process: started with settings, asked over HTTP, killed."""

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from testkit.http_client import NoResponse, Response, request, send
from testkit.ports import free_port
from testkit.processes import children
from testkit.waiting import TIMEOUT, wait_until

ROOT = Path(__file__).parents[1]

SERVE = ("-m", "service", "serve")

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105 -- guards nothing

NUMBERS = itertools.count()

# What the environment of the tests may hold is none of the services' business.
OURS = {"HOST", "PORT", "DATA_DIR", "REDIS_URL", "SERVICE_SECRETS", "WORKERS"}


class Running:
    """A service that was started; when the block ends, all its processes do.

    Settings are the variables of its environment, `command` what Python is to run.
    """

    def __init__(
        self, data: Path, *, command: tuple[str, ...] = SERVE, **variables: str
    ) -> None:
        self.port = int(variables.get("PORT") or free_port())
        self.data = data
        self._log = data.with_name(f"{data.name}-{next(NUMBERS)}.log")
        environment = {k: v for k, v in os.environ.items() if k not in OURS}
        environment |= {"DATA_DIR": str(data), "PORT": str(self.port)}
        environment |= {"WORKERS": "1", **variables}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 -- the service itself
                [sys.executable, *command],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        descendants = [self.process.pid]
        for pid in descendants:
            descendants += children(pid)
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        finally:
            for pid in descendants:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    # What it says and does

    @property
    def said(self) -> str:
        return self._log.read_text("utf-8")

    def up(self) -> Self:
        """Wait for the banner."""
        wait_until(lambda: "is served at" in self.said or self._has_ended())
        assert self.process.poll() is None, self.said
        return self

    def _has_ended(self) -> bool:
        return self.process.poll() is not None

    def exit_code(self) -> int:
        return self.process.wait(TIMEOUT)

    def stop(self) -> int:
        self.process.terminate()
        return self.exit_code()

    def send(self, raw: bytes) -> Response:
        """Send a request on a connection of its own. Raises `NoResponse`."""
        return send(self.port, raw, TIMEOUT)

    def get(self, path: str) -> str:
        """The body of a successful response."""
        response = self.send(_get(path))
        assert response.status == 200, response.body
        return response.body.decode()

    def get_at_last(self, path: str) -> str:
        """The same, from a service that recovers."""

        def attempt() -> str | None:
            with contextlib.suppress(NoResponse):
                response = self.send(_get(path))
                return response.body.decode() if response.status == 200 else None
            return None

        return wait_until(attempt)

    @contextlib.contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as client:
            yield client

    def answer_to(self, request: bytes) -> bytes:
        """All that comes back for these bytes until the service closes."""
        with self.connected() as client:
            client.sendall(request)
            return received(client)

    # Its processes

    @property
    def store(self) -> int:
        return wait_until(lambda: self._child(is_store=True))

    @property
    def master(self) -> int:
        """Gunicorn's first process."""
        return wait_until(lambda: self._child(is_store=False))

    @property
    def workers(self) -> set[int]:
        return set(children(self.master))

    def _child(self, *, is_store: bool) -> int | None:
        found = children(self.process.pid).items()
        fitting = (pid for pid, words in found if ("unixsocket" in words) is is_store)
        return next(fitting, None)


def _get(path: str) -> bytes:
    return request("GET", path, headers={"Connection": "close"})


def received(client: socket.socket) -> bytes:
    """All that arrives until the other side closes the connection."""
    chunks = []
    with contextlib.suppress(ConnectionResetError):
        while chunk := client.recv(65536):
            chunks.append(chunk)
    return b"".join(chunks)
