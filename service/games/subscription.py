"""What a follower holds: its place in the fan-out, and what was published to it."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Condition

from service.games.errors import SubscriptionEnded
from service.games.game import Commit, Game


class Subscription:
    """One follower of one game; `game` is that game when the subscription began.

    `on_update` is called at every update, from any thread, for a follower that does
    not wait in `next`.
    """

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.game: Game
        self.on_update: Callable[[], None] = _ignore
        self._updates: SimpleQueue[Commit | None] = SimpleQueue()
        self._ended = False

    def next(self, timeout: float) -> Commit | None:
        """The next commit; it may be one that the follower knows already.

        None if something happened that only the log can tell. Raises `Empty` if
        nothing is published for `timeout` seconds, and `SubscriptionEnded`.
        """
        commit = self._updates.get(timeout=timeout)
        if self._ended:
            raise SubscriptionEnded("The service stops, or the log was replaced.")
        return commit

    @property
    def has_update(self) -> bool:
        """Whether `next` returns without waiting."""
        return not self._updates.empty()

    def publish(self, commit: Commit | None) -> None:
        """Queue `commit`, or None for "read the log"."""
        self._updates.put(commit)
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
