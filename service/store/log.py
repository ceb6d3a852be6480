"""Reading a game's stream, and appending to it: the only door to the log."""

from collections.abc import Iterable
from typing import Final

from service.store.connect import Client
from service.store.entry import DIGEST, Entry, Fields, decode
from service.store.errors import CorruptLog, store_errors
from service.store.hang import Hang

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
"""Append only behind the very entry that the writer decided on.

Comparing the id alone would let a fork pass after a failover; comparing the digest
too closes that. A log that is gone is not begun anew, one that exists not restarted,
and one in which entries are missing not continued.
Who watches is told in the same step; a store that forbids it still keeps games.
"""


def log_key(game_id: str) -> str:
    """The braces keep everything of a game in one cluster slot."""
    return f"azul:{{{game_id}}}:log"


class EventLog:
    """The logs of all games in one Redis (or Valkey), given as a redis-py client.

    At most `calls` of it are made at a time; others wait for their turn.
    """

    def __init__(self, redis: Client, calls: int = 64) -> None:
        self._redis = redis
        self._append = redis.register_script(_APPEND)
        self._hang = Hang(calls)

    def append(
        self, game_id: str, last_version: int, last_digest: str, fields: Fields
    ) -> bool:
        """Append the entry after `last_version`, whose digest is `last_digest`.

        A new log is begun with version 0 and an empty digest. False if the log does
        not end in exactly that entry. Raises `StorageUnavailable` (the entry may or
        may not have been written) or `CorruptLog`.
        """
        flat = [part for item in fields.items() for part in item]
        args = (
            f"{last_version}-0",
            last_digest,
            f"{last_version + 1}-0",
            game_id,
            *flat,
        )
        with store_errors(game_id), self._hang:
            outcome = self._append(keys=[log_key(game_id)], args=args)
        if outcome < 0:
            self.read(game_id)  # which finds out where
        return bool(outcome > 0)

    def read(
        self,
        game_id: str,
        first: int = 1,
        last: int | None = None,
        previous: str | None = "",
    ) -> list[Entry]:
        """The entries of versions `first` to `last` (the end, if None), in order.

        `previous` is the digest of the entry before `first` ("" before version 1),
        None if it is not at hand. Empty if there are no such entries. Raises
        `CorruptLog` for a gap or a broken chain, and `StorageUnavailable`.
        """
        return self._decode(game_id, first, previous, self._range(game_id, first, last))

    def tail(self, game_id: str, version: int, digest: str) -> list[Entry] | None:
        """The entries after `version`, which must be the entry with `digest`.

        None if it is not: the log was rewound, replaced or deleted. Raises as `read`.
        """
        found = self._range(game_id, version)
        if not found or found[0][1].get(DIGEST) != digest.encode():
            return None
        return self._decode(game_id, version + 1, digest, found[1:])

    def _range(self, game_id: str, first: int, last: int | None = None) -> Stream:
        end = "+" if last is None else f"{last}-0"
        with store_errors(game_id), self._hang:
            stream: Stream = self._redis.xrange(log_key(game_id), f"{first}-0", end)
        return stream

    def _decode(
        self, game_id: str, first: int, previous: str | None, stream: Stream
    ) -> list[Entry]:
        entries: list[Entry] = []
        for version, (entry_id, fields) in enumerate(stream, start=first):
            if entry_id != b"%d-0" % version:
                reason = f"expected entry {version}-0, found {entry_id.decode()}"
                raise CorruptLog(game_id, version, reason)
            entries.append(decode(game_id, previous, version, fields))
            previous = entries[-1].digest
        return entries

    def extent(self, game_id: str) -> tuple[int, str]:
        """How many entries a log holds, and the id of the newest it ever held.

        Zero and "0-0" if there is none. Raises as `read`.
        """
        key = log_key(game_id)
        with store_errors(game_id), self._hang:
            if not self._redis.exists(key):
                return 0, "0-0"
            stream = self._redis.xinfo_stream(key)
        return stream["length"], stream["last-generated-id"].decode()

    def was_written(self, game_id: str, version: int, fields: Fields) -> bool:
        """Whether `fields` were written as `version`: the answer to a lost reply."""
        found = self._range(game_id, version, version)
        return any(stored.get(DIGEST) == fields[DIGEST] for _, stored in found)

    def game_ids(self) -> Iterable[str]:
        """The ids of all stored games, in no particular order."""
        with store_errors("*"), self._hang:
            for key in self._redis.scan_iter(match="azul:{*}:log", count=1000):
                yield key.decode()[len("azul:{") : -len("}:log")]
