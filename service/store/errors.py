"""What can go wrong with the store.

StoreError
├── StorageUnavailable  no answer, or an answer that means "not now"
└── CorruptLog          this game's log is damaged; other games go on
"""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError


class StoreError(Exception):
    """The store could not do what was asked."""


class StorageUnavailable(StoreError):
    """The store does not answer, or refuses to; whether it wrote is not known."""


class CorruptLog(StoreError):
    """A log that cannot be read as a game: `version` is the entry at fault."""

    def __init__(self, game_id: str, version: int, reason: str) -> None:
        super().__init__(f"game {game_id}, version {version}: {reason}")
        self.game_id = game_id
        self.version = version
        self.reason = reason


@contextmanager
def store_errors(game_id: str) -> Iterator[None]:
    """Turn whatever redis-py raises into the two errors above."""
    try:
        yield
    except RedisError as error:
        if "WRONGTYPE" in str(error):
            raise CorruptLog(game_id, 0, "the key holds no stream") from error
        raise StorageUnavailable(str(error)) from error
