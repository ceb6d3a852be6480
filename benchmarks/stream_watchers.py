"""Many watchers of streams in one thread."""

import re
import selectors
import time
from collections.abc import Iterator

from service.server.file_limits import raise_file_limit
from testkit.http_client import connect, request

VERSION = re.compile(rb"^id: (\d+)$", re.MULTILINE)
TIMEOUT = 5.0


class Watcher:
    """One open stream; `version` is the last one that it was sent."""

    def __init__(self, port: int, path: str) -> None:
        self.connection = connect(port)
        self.connection.sendall(request("GET", f"{path}/stream"))
        self.version = 0
        self._rest = b""

    def read(self) -> None:
        received = self.connection.recv(1 << 16)
        if not received:
            raise ConnectionError("a stream ended")
        text = self._rest + received
        for match in VERSION.finditer(text):
            self.version = int(match[1])
        self._rest = text[-32:]


class StreamWatchers:
    """Watchers of the games at `paths`, one for each time a path is named."""

    def __init__(self, port: int, paths: list[str]) -> None:
        raise_file_limit()
        self._selector = selectors.DefaultSelector()
        self._watchers: dict[str, list[Watcher]] = {}
        for path in paths:
            watcher = Watcher(port, path)
            self._watchers.setdefault(path, []).append(watcher)
            self._selector.register(watcher.connection, selectors.EVENT_READ, watcher)
        for path in self._watchers:
            list(self.arrivals(path, 1))

    def close(self) -> None:
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.connection.close()

    def arrivals(self, path: str, version: int) -> Iterator[float]:
        """When the message with `version` reached each watcher of a game."""
        missing = {w for w in self._watchers[path] if w.version < version}
        deadline = time.perf_counter() + TIMEOUT
        while missing:
            if time.perf_counter() > deadline:
                raise TimeoutError(f"{len(missing)} watchers got no message")
            for key, _ in self._selector.select(0.1):
                key.data.read()
                if key.data in missing and key.data.version >= version:
                    missing.discard(key.data)
                    yield time.perf_counter()
