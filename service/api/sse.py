"""Server-sent events: a game's commits as the messages of one stream."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from service.api.serializers import commit_json
from service.games.catch_up import backlog, commits_after, commits_from
from service.games.errors import GameError
from service.games.game import Commit
from service.games.reader import Reader
from service.games.subscription import Subscription
from service.store import StoreError

KEEP_ALIVE_INTERVAL: Final = 10.0
"""Seconds without a message after which a comment keeps the connection open."""
KEEP_ALIVE: Final = b": keep-alive\n\n"

_RETRY: Final = b"retry: 1000\n\n"


class EventStream:
    """The body of a stream: messages as they come, with keep-alive comments between.

    A server that can hold streams without a thread for each need not iterate over it:
    `headers` are those of the response, `begin`, `on_update` and `fetch` give its
    bytes. `close` must be called when the client is gone. Raises the store's errors.
    """

    __slots__ = (
        "_beginning",
        "_game",
        "_reader",
        "_subscription",
        "close",
        "headers",
        "is_over",
    )

    headers: list[tuple[str, str]]

    def __init__(
        self,
        subscription: Subscription,
        reader: Reader,
        after: int | None,
        close: Callable[[], object],
    ) -> None:
        self._subscription = subscription
        self._reader = reader
        first = backlog(subscription, reader, after)
        self._beginning = _RETRY + b"".join(map(_message, first))
        self._game = subscription.game
        self.close = close
        self.is_over = False

    def __iter__(self) -> Iterator[bytes]:
        yield self.begin()
        try:
            for commit in commits_from(
                self._subscription, self._reader, KEEP_ALIVE_INTERVAL
            ):
                yield _message(commit) if commit else KEEP_ALIVE
        except (GameError, StoreError):
            return  # a client comes back with the id of the last event it got

    def begin(self) -> bytes:
        """The first bytes; they are given once, and not kept."""
        data, self._beginning = self._beginning, b""
        return data

    def on_update(self, notify: Callable[[], None]) -> None:
        """Have `notify` called, from any thread, when `fetch` has something."""
        self._subscription.on_update = notify
        notify()

    def fetch(self) -> bytes:
        """The messages that have come meanwhile; afterwards `is_over` may be set."""
        messages: list[bytes] = []
        try:
            while self._subscription.has_update:
                messages += map(_message, self._next_commits())
        except (GameError, StoreError):
            self.is_over = True
        self.is_over = self.is_over or bool(self._game.state.result)
        return b"".join(messages)

    def _next_commits(self) -> Iterable[Commit]:
        published = self._subscription.next(0)
        commits = commits_after(self._game, published, self._reader)
        self._game = commits[-1].game if commits else self._game
        return commits


@lru_cache(maxsize=256)
def _message(commit: Commit) -> bytes:
    """A commit as a message, written once for all who follow."""
    data = commit_json(commit)
    return b"id: %d\nevent: commit\ndata: %s\n\n" % (commit.game.version, data)
