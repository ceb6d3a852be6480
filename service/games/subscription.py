"""What a follower holds: its place in the fan-out, and what was published to it."""

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Condition

from service.games.errors import SubscriptionEnded
from service.games.game import Commit, Game


class Subscription:
    """One follower of one game; `game` is that game when the subscription began.

    `on_update` is called at every update, from any thread, for a follower that does
    not wait in `next`. Thousands of those are held at a time, so they are kept small:
    what waiting takes is made only when somebody waits.
    """

    __slots__ = ("_ended", "_updates", "_wake_ups", "game", "game_id", "on_update")

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.game: Game
        self.on_update: Callable[[], None] = _ignore
        self._updates: list[Commit | None] = []
        self._wake_ups: SimpleQueue[None] | None = None
        self._ended = False

    def next(self, timeout: float) -> Commit | None:
        """The next commit; it may be one that the follower knows already.

        None if something happened that only the log can tell. Raises `Empty` if
        nothing is published for `timeout` seconds, and `SubscriptionEnded`. Called by
        one thread at a time.
        """
        if timeout and not self._updates:
            self._wait(timeout)
        if self._ended:
            raise SubscriptionEnded("The service stops, or the log was replaced.")
        if not self._updates:
            raise Empty
        return self._updates.pop(0)

    def _wait(self, timeout: float) -> None:
        """Return when there is an update. Raises `Empty` after `timeout` seconds."""
        end = time.monotonic() + timeout
        if self._wake_ups is None:
            self._wake_ups = SimpleQueue()
        # A wake-up may be that of an update which did not have to be waited for.
        while not self._updates:
            self._wake_ups.get(timeout=max(0.0, end - time.monotonic()))

    @property
    def has_update(self) -> bool:
        """Whether `next` returns without waiting."""
        return bool(self._updates)

    def publish(self, commit: Commit | None) -> None:
        """Queue `commit`, or None for "read the log"."""
        self._updates.append(commit)
        if self._wake_ups is not None:
            self._wake_ups.put(None)
        self.on_update()

    def end(self) -> None:
        """Let `next` raise from now on."""
        self._ended = True
        self.publish(None)


def _ignore() -> None:
    """The follower waits in `next`."""


class AllGamesSubscription:
    """One follower of all games: which of them have moved.

    However often a game moves before it is taken, it is named once, so a slow follower
    costs no more than an id for each game.
    """

    def __init__(self) -> None:
        self._moved: dict[str | None, None] = {}
        self._changed = Condition()
        self._ended = False

    def next(self, timeout: float) -> str | None:
        """The id of a game that has moved since it was last named.

        None if updates may have been missed: every game of interest should be read.
        Raises `Empty` if no game moves for `timeout` seconds, and `SubscriptionEnded`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._moved or self._ended, timeout)
            if self._ended:
                raise SubscriptionEnded("The service stops.")
            if not self._moved:
                raise Empty
            game_id = next(iter(self._moved))
            del self._moved[game_id]
            return game_id

    def publish(self, game_id: str | None) -> None:
        """Name a game, or None for "updates may have been missed"."""
        with self._changed:
            self._moved[game_id] = None
            self._changed.notify()

    def end(self) -> None:
        """Let `next` raise from now on."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
