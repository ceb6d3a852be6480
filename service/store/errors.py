"""What can go wrong with the store.

StoreError
├── StorageUnavailable   no reply
│   └── StorageRefused   a reply that says that it cannot be done now
└── CorruptLog           this game's log is damaged; other games are not affected
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from redis.exceptions import (
    BusyLoadingError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

# redis-py's cluster client has a separate exception for "no node answers".
REDIS_ERRORS: Final = (RedisError, RedisClusterException)
_ERROR_REPLIES: Final = (ResponseError, BusyLoadingError)

# Error replies that mean that the log itself is damaged.
_DAMAGE: Final = {
    "WRONGTYPE": "the key does not hold a stream",
    "equal or smaller": "entries were deleted from its end",
}


class StoreError(Exception):
    """A call to the store failed."""


class StorageUnavailable(StoreError):
    """The store does not answer; it is not known whether it has written."""


class StorageRefused(StorageUnavailable):
    """The store replied that it cannot write now; nothing was written."""


class CorruptLog(StoreError):
    """A log that cannot be read as a game.

    `version` is that of the damaged entry, 0 if the log as a whole is damaged.
    """

    def __init__(self, game_id: str, version: int, reason: str) -> None:
        super().__init__(f"game {game_id}, version {version}: {reason}")
        self.game_id = game_id
        self.version = version
        self.reason = reason


@contextmanager
def store_errors(game_id: str) -> Iterator[None]:
    """Turn the exceptions of redis-py into the errors above."""
    try:
        yield
    except REDIS_ERRORS as error:
        for phrase, reason in _DAMAGE.items():
            if phrase in str(error):
                raise CorruptLog(game_id, 0, reason) from error
        kind = (
            StorageRefused if isinstance(error, _ERROR_REPLIES) else StorageUnavailable
        )
        raise kind(str(error)) from error
