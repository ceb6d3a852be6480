"""Hearing that games have moved: one connection for a whole process.

The append script publishes on one channel, so an entry and its announcement come
about together. A message only means "look at this game": the log is the truth, and
what is published while nobody listens is not needed.
"""

import time
from collections.abc import Iterator
from typing import Final

from service.store.connect import Client
from service.store.errors import REDIS_ERRORS

CHANNEL: Final = "azul:moved"
POLL_INTERVAL: Final = 1.0
"""Seconds between looks at whether to go on listening."""
CATCH_UP_INTERVAL: Final = 10.0
"""Seconds after which all games are looked at, lest an announcement was lost."""
RECONNECT_DELAY: Final = 0.5
"""Seconds before connecting again."""


class Notifications:
    """Announcements of games that moved, from a client for blocking reads."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def moved(self) -> Iterator[str | None]:
        """The ids of games as they move, for ever; until `close` is called.

        None after each new connection and every `CATCH_UP_INTERVAL` seconds: something
        may have been missed, and every game should be read.
        """
        while not self._closed:
            try:
                yield from self._listen()
            except REDIS_ERRORS:
                time.sleep(RECONNECT_DELAY)

    def _listen(self) -> Iterator[str | None]:
        with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            channel.subscribe(CHANNEL)
            looked = -CATCH_UP_INTERVAL
            while not self._closed:
                if time.monotonic() - looked > CATCH_UP_INTERVAL:
                    looked = time.monotonic()
                    yield None
                message = channel.get_message(timeout=POLL_INTERVAL)
                if message is not None:
                    yield message["data"].decode("utf-8", "replace")
