"""The event log in Redis: one stream per game, one entry per accepted command.

Knows the rules' events and redis-py; knows nothing of HTTP, of players' secrets or
of what a command means.
"""

from service.store.connect import connect
from service.store.entry import Draft, Entry
from service.store.errors import (
    CorruptLog,
    StorageRefused,
    StorageUnavailable,
    StoreError,
)
from service.store.feed import Feed
from service.store.health import Check, check
from service.store.log import EventLog
from service.store.tally import Tally

__all__ = [
    "Check",
    "CorruptLog",
    "Draft",
    "Entry",
    "EventLog",
    "Feed",
    "StorageRefused",
    "StorageUnavailable",
    "StoreError",
    "Tally",
    "check",
    "connect",
]
