"""Real services for tests: started as processes, asked over HTTP, killed at will."""

import contextlib
import http.client
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
DEADLINE = 40.0

REAL = ("-m", "service", "serve")
WITH_TEST_APP = ("-m", "tests.serve.start", "python:service.serve.gunicorn_conf")
HASTY = ("-m", "tests.serve.start", "python:tests.serve.hasty")
CARELESS = ("-m", "tests.serve.start", "python:tests.serve.careless")

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105 -- guards nothing

NUMBERS = itertools.count()

# What the environment of the tests may hold is none of the services' business.
OURS = {"HOST", "PORT", "DATA_DIR", "REDIS_URL", "SERVICE_SECRETS", "WORKERS"}


def until(what: Callable[[], T | None], seconds: float = DEADLINE) -> T:
    """The first answer of `what` that is not empty."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if answer := what():
            return answer
        time.sleep(0.01)
    raise AssertionError(f"it did not come to pass within {seconds} s")


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def children(pid: int) -> dict[int, str]:
    """The processes that `pid` started and that still run, with their commands."""
    found = {}
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            found[int(child)] = command.replace(b"\0", b" ").decode()
    return {child: command for child, command in found.items() if command}


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    return False


class Running:
    """A service that was started; `with` it, nothing of it stays behind."""

    def __init__(
        self, data: Path, *, command: tuple[str, ...] = WITH_TEST_APP, **variables: str
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
            self.process.wait(DEADLINE)
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
        until(lambda: "is served at" in self.said or self.process.poll() is not None)
        assert self.process.poll() is None, self.said
        return self

    def exit_code(self) -> int:
        return self.process.wait(DEADLINE)

    def stop(self) -> int:
        self.process.terminate()
        return self.exit_code()

    def ask(self, path: str) -> tuple[int, str]:
        """The status and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, DEADLINE)
        with contextlib.closing(connection):
            connection.request("GET", path, headers={"Connection": "close"})
            response = connection.getresponse()
            return response.status, response.read().decode()

    def get(self, path: str) -> str:
        """The body of a successful answer."""
        status, body = self.ask(path)
        assert status == 200, body
        return body

    def get_at_last(self, path: str) -> str:
        """The same, from a service that recovers."""

        def attempt() -> str | None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, body = self.ask(path)
                return body if status == 200 else None
            return None

        return until(attempt)

    @contextlib.contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as client:
            yield client

    def answer_to(self, request: bytes) -> bytes:
        """All that comes back for these bytes until the service closes."""
        with self.connected() as client:
            client.sendall(request)
            return received(client)

    # Its processes

    @property
    def store(self) -> int:
        return until(lambda: self._child(is_store=True))

    @property
    def master(self) -> int:
        """Gunicorn's first process."""
        return until(lambda: self._child(is_store=False))

    @property
    def workers(self) -> set[int]:
        return set(children(self.master))

    def _child(self, *, is_store: bool) -> int | None:
        found = children(self.process.pid).items()
        fitting = (pid for pid, words in found if ("unixsocket" in words) is is_store)
        return next(fitting, None)


def received(client: socket.socket) -> bytes:
    """All that arrives until the other side closes the connection."""
    chunks = []
    with contextlib.suppress(ConnectionResetError):
        while chunk := client.recv(65536):
            chunks.append(chunk)
    return b"".join(chunks)
