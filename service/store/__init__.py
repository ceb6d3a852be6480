"""The event log in Redis: one stream per game, one entry per accepted command.

Knows the rules' events and redis-py; knows nothing of HTTP, credentials or the meaning
of commands.
"""

from service.store.connect import connect
from service.store.errors import (
    CorruptLog,
    StorageRefused,
    StorageUnavailable,
    StoreError,
)
from service.store.game_log import START, Draft, Entry, GameLog, LogInfo, Position
from service.store.notifications import Notifications
from service.store.preflight import Preflight, run_preflight
from service.store.redis_log import RedisGameLog
from service.store.window_counter import WindowCounter

__all__ = [
    "START",
    "CorruptLog",
    "Draft",
    "Entry",
    "GameLog",
    "LogInfo",
    "Notifications",
    "Position",
    "Preflight",
    "RedisGameLog",
    "StorageRefused",
    "StorageUnavailable",
    "StoreError",
    "WindowCounter",
    "connect",
    "run_preflight",
]
