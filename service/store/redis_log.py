"""The log in Redis: one stream for each game; no other code reads or writes it."""

from collections.abc import Iterable
from typing import Final

from service.store.circuit_breaker import CircuitBreaker
from service.store.codec import DIGEST, Fields, decode, encode
from service.store.connect import Client
from service.store.errors import (
    CorruptLog,
    StorageRefused,
    StorageUnavailable,
    store_errors,
)
from service.store.game_log import START, Draft, Entry, GameLog, LogInfo, Position

Stream = list[tuple[bytes, Fields]]

_APPEND: Final = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if ARGV[2] == '' then
    if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
else
    if not last or last[1] ~= ARGV[1] then return 0 end
    local digest
    for i = 1, #last[2], 2 do
        if last[2][i] == 'd' then digest = last[2][i + 1] end
    end
    if digest ~= ARGV[2] then return 0 end
    if redis.call('XLEN', KEYS[1]) .. '-0' ~= ARGV[1] then return -1 end
end
redis.call('XADD', KEYS[1], ARGV[3], unpack(ARGV, 5))
redis.pcall('PUBLISH', 'azul:moved', ARGV[4])
return 1
"""
"""Append only after exactly the entry that the command was decided on.

The digest is compared too, since the id alone would not detect a fork after a failover.
1 means appended. 0 means that the log ends elsewhere: a deleted log is not started
again, and an existing one not started over. -1 means that entries are missing.
The game's id is published in the same step; if PUBLISH is forbidden, the entry is
appended all the same.
"""


def log_key(game_id: str) -> str:
    """The key of a game's stream; the braces keep a game in one slot of a cluster."""
    return f"azul:{{{game_id}}}:log"


class RedisGameLog(GameLog):
    """The logs in the Redis or Valkey of a redis-py client."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._append = redis.register_script(_APPEND)
        self._breaker = CircuitBreaker()

    def append(self, game_id: str, after: Position, draft: Draft) -> Entry | None:
        fields = encode(game_id, after.digest, draft)
        version = after.version + 1
        try:
            appended = self._run_append(game_id, after, fields)
        except StorageRefused:
            raise
        except StorageUnavailable:
            # The reply was lost; the log shows whether the entry was written.
            if not self._contains(game_id, version, fields):
                raise
            appended = True
        if not appended:
            return None
        return Entry(version, *draft, digest=fields[DIGEST].decode())

    def _run_append(self, game_id: str, after: Position, fields: Fields) -> bool:
        flat = [part for item in fields.items() for part in item]
        last, new = f"{after.version}-0", f"{after.version + 1}-0"
        args = (last, after.digest, new, game_id, *flat)
        with store_errors(game_id), self._breaker:
            outcome = self._append(keys=[log_key(game_id)], args=args)
        if outcome < 0:
            self.read(game_id)  # raises CorruptLog at the gap
        return bool(outcome > 0)

    def _contains(self, game_id: str, version: int, fields: Fields) -> bool:
        """Whether `version` was written with exactly `fields`."""
        found = self._range(game_id, version, version)
        return any(stored.get(DIGEST) == fields[DIGEST] for _, stored in found)

    def read(self, game_id: str, last: int | None = None) -> list[Entry]:
        return _decoded(game_id, START, self._range(game_id, 1, last))

    def tail(self, game_id: str, after: Position) -> list[Entry] | None:
        # The entry at `after` is read again: if it differs, the log was rewound.
        found = self._range(game_id, after.version)
        if not found or found[0][1].get(DIGEST) != after.digest.encode():
            return None
        return _decoded(game_id, after, found[1:])

    def _range(self, game_id: str, first: int, last: int | None = None) -> Stream:
        end = "+" if last is None else f"{last}-0"
        with store_errors(game_id), self._breaker:
            stream: Stream = self._redis.xrange(log_key(game_id), f"{first}-0", end)
        return stream

    def info(self, game_id: str) -> LogInfo | None:
        key = log_key(game_id)
        with store_errors(game_id), self._breaker:
            if not self._redis.exists(key):
                return None
            stream = self._redis.xinfo_stream(key)
        newest, _, _ = stream["last-generated-id"].partition(b"-")
        return LogInfo(stream["length"], int(newest))

    def game_ids(self) -> Iterable[str]:
        with store_errors("*"), self._breaker:
            for key in self._redis.scan_iter(match="azul:{*}:log", count=1000):
                yield key.decode()[len("azul:{") : -len("}:log")]


def _decoded(game_id: str, after: Position, stream: Stream) -> list[Entry]:
    """The entries in `stream`, which follow `after`. Raises `CorruptLog`."""
    entries: list[Entry] = []
    previous = after.digest
    for version, (entry_id, fields) in enumerate(stream, start=after.version + 1):
        if entry_id != b"%d-0" % version:
            reason = f"expected entry {version}-0, found {entry_id.decode()}"
            raise CorruptLog(game_id, version, reason)
        entries.append(decode(game_id, previous, version, fields))
        previous = entries[-1].digest
    return entries
