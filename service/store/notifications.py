"""Notifications of new log entries: one connection for a whole process.

The append script publishes the game's id on one channel in the same atomic step. A
message only means "read this game": the log is the truth, so that messages may be lost
while nobody is subscribed.
"""

import time
from collections.abc import Iterator
from typing import Final

from service.store.connect import Client
from service.store.errors import REDIS_ERRORS

CHANNEL: Final = "azul:moved"
POLL_INTERVAL: Final = 1.0
"""Seconds between checks whether `close` was called."""
CATCH_UP_INTERVAL: Final = 10.0
"""Seconds after which all games should be read, in case a message was lost."""
RECONNECT_DELAY: Final = 0.5
"""Seconds to wait before connecting again."""


class Notifications:
    """The ids of games with new entries; `redis` is a client for blocking reads."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._closed = False

    def close(self) -> None:
        """End `moved` within `POLL_INTERVAL` seconds; safe from any thread."""
        self._closed = True

    def moved(self) -> Iterator[str | None]:
        """The id of each game that has a new entry, until `close` is called.

        Yields None after each new connection and every `CATCH_UP_INTERVAL` seconds:
        messages may have been lost, and all watched games should be read.
        """
        while not self._closed:
            try:
                yield from self._listen()
            except REDIS_ERRORS:
                time.sleep(RECONNECT_DELAY)

    def _listen(self) -> Iterator[str | None]:
        with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            channel.subscribe(CHANNEL)
            caught_up = -CATCH_UP_INTERVAL
            while not self._closed:
                if time.monotonic() - caught_up > CATCH_UP_INTERVAL:
                    caught_up = time.monotonic()
                    yield None
                message = channel.get_message(timeout=POLL_INTERVAL)
                if message is not None:
                    yield message["data"].decode("utf-8", "replace")
