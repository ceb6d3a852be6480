"""What can go wrong with the store.

StoreError
├── StorageUnavailable   no answer
│   └── StorageRefused   an answer that means "not now"
└── CorruptLog           this game's log is damaged; other games go on
"""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import (
    BusyLoadingError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

# redis-py's cluster has an exception of its own for "no node answers".
REDIS_ERRORS = (RedisError, RedisClusterException)
_ANSWERS = (ResponseError, BusyLoadingError)

# What the server says when this very log is at fault, now and later.
_DAMAGES = {
    "WRONGTYPE": "the key holds no stream",
    "equal or smaller": "entries were deleted from its end",
}


class StoreError(Exception):
    """The store could not do what was asked."""


class StorageUnavailable(StoreError):
    """The store does not answer, or refuses to; whether it wrote is not known."""


class StorageRefused(StorageUnavailable):
    """The store answers, and cannot do it now; nothing was written."""


class CorruptLog(StoreError):
    """A log that cannot be read as a game: `version` is the entry at fault."""

    def __init__(self, game_id: str, version: int, reason: str) -> None:
        super().__init__(f"game {game_id}, version {version}: {reason}")
        self.game_id = game_id
        self.version = version
        self.reason = reason


@contextmanager
def store_errors(game_id: str) -> Iterator[None]:
    """Turn whatever redis-py raises into the errors above."""
    try:
        yield
    except REDIS_ERRORS as error:
        for words, reason in _DAMAGES.items():
            if words in str(error):
                raise CorruptLog(game_id, 0, reason) from error
        kind = StorageRefused if isinstance(error, _ANSWERS) else StorageUnavailable
        raise kind(str(error)) from error
