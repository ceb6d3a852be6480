"""A second implementation of the log, which shows that the contract needs no Redis."""

from collections.abc import Iterable
from threading import Lock

from service.store.codec import DIGEST, Fields, decode, encode
from service.store.game_log import START, Draft, Entry, GameLog, LogInfo, Position


class MemoryStore:
    """The data that several logs may have in common, gone when the process ends."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Fields]] = {}
        self.lock = Lock()


class MemoryGameLog(GameLog):
    """The logs in `store`."""

    def __init__(self, store: MemoryStore) -> None:
        self._logs = store.logs
        self._lock = store.lock

    def append(self, game_id: str, after: Position, draft: Draft) -> Entry | None:
        fields = encode(game_id, after.digest, draft)
        with self._lock:
            if self._end(game_id) != after:
                return None
            self._logs.setdefault(game_id, []).append(fields)
        return Entry(after.version + 1, *draft, digest=fields[DIGEST].decode())

    def _end(self, game_id: str) -> Position:
        log = self._logs.get(game_id)
        return Position(len(log), log[-1][DIGEST].decode()) if log else START

    def read(self, game_id: str, last: int | None = None) -> list[Entry]:
        return self._decoded(game_id, START, self._logs.get(game_id, [])[:last])

    def tail(self, game_id: str, after: Position) -> list[Entry] | None:
        log = self._logs.get(game_id, [])
        known = log[after.version - 1 : after.version]
        if not known or known[0][DIGEST].decode() != after.digest:
            return None
        return self._decoded(game_id, after, log[after.version :])

    def _decoded(
        self, game_id: str, after: Position, stored: Iterable[Fields]
    ) -> list[Entry]:
        entries: list[Entry] = []
        previous = after.digest
        for version, fields in enumerate(stored, start=after.version + 1):
            entries.append(decode(game_id, previous, version, fields))
            previous = entries[-1].digest
        return entries

    def info(self, game_id: str) -> LogInfo | None:
        log = self._logs.get(game_id)
        return LogInfo(len(log), len(log)) if log else None

    def game_ids(self) -> Iterable[str]:
        return list(self._logs)
