"""Following games as they move: one game commit by commit, or all of them by id.

One thread per process listens to the store's notifications and reads a game's new
entries once, for all who follow it. A follower is registered before the game is read,
so nothing is lost in between; a follower that finds a gap reads the log.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from queue import Empty
from threading import Lock, Semaphore, Thread
from typing import Final

from service.games.errors import GameError, SubscriptionEnded, TooManyWatchers
from service.games.game import Commit, Game
from service.games.reader import Reader
from service.games.subscription import AllGamesSubscription, Subscription
from service.store import Notifications, StorageUnavailable, StoreError

log = logging.getLogger(__name__)

WhileWaiting = Callable[[], AbstractContextManager[None]]
"""Gives what a request that waits is within; a server may serve others meanwhile."""

RESTART_DELAY: Final = 0.5
"""Seconds before listening again after an unexpected failure."""


class _Channel:
    """The followers of one game, and the game as it was last published to them."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
        self.game: Game | None = None

    def publish(self, commit: Commit | None) -> None:
        for subscription in self.subscriptions:
            subscription.publish(commit)
        self.game = commit.game if commit else self.game

    def end(self) -> None:
        for subscription in self.subscriptions:
            subscription.end()


class Updates:
    """All followers of this process.

    Of remote clients, at most `streams` follow a game and at most `waits` wait for its
    next version; parts of the process follow games without taking a place of theirs.
    """

    def __init__(
        self,
        notifications: Notifications,
        reader: Reader,
        streams: int,
        waits: int,
        while_waiting: WhileWaiting = nullcontext,
    ) -> None:
        self._notifications = notifications
        self._reader = reader
        self._streams = Semaphore(streams)
        self._waits = Semaphore(waits)
        self._while_waiting = while_waiting
        self._lock = Lock()
        self._channels: dict[str, _Channel] = {}
        self._followers_of_all: set[AllGamesSubscription] = set()
        self._listener: Thread | None = None
        self._closed = False

    @contextmanager
    def follow(self, game_id: str) -> Iterator[Subscription]:
        """Follow one game while the block lasts. Raises what `Reader.current` raises,
        and `SubscriptionEnded` while the service stops.
        """
        subscription = Subscription(game_id)
        channel = self._subscribe(subscription)
        try:
            subscription.game = self._reader.current(game_id)
            with self._lock:
                known = channel.game
                if known is None:
                    channel.game = subscription.game
                elif known.version > subscription.game.version:
                    subscription.publish(None)  # published before this read was over
            yield subscription
        finally:
            self._unsubscribe(subscription)

    @contextmanager
    def follow_all(self) -> Iterator[AllGamesSubscription]:
        """Learn which games move while the block lasts, beginning with None, since any
        may have moved before. Raises `SubscriptionEnded` while the service stops.
        """
        subscription = AllGamesSubscription()
        subscription.publish(None)
        with self._lock:
            self._followers_of_all.add(subscription)
            self._start_listening()
        try:
            yield subscription
        finally:
            with self._lock:
                self._followers_of_all.discard(subscription)

    @contextmanager
    def stream(self, game_id: str) -> Iterator[Subscription]:
        """Follow one game for a remote client. Raises `TooManyWatchers`, and what
        `follow` raises.
        """
        with _place(self._streams), self.follow(game_id) as subscription:
            yield subscription

    def wait(self, game_id: str, version: int, seconds: float) -> Game:
        """The game as soon as it is not at `version`, or as it is after `seconds`, or
        when the service is about to stop.

        Raises what `stream` raises.
        """
        end = time.monotonic() + seconds
        with _place(self._waits), self.follow(game_id) as subscription:
            game = subscription.game
            while game.version == version and (left := end - time.monotonic()) > 0:
                try:
                    with self._while_waiting():
                        commit = subscription.next(left)
                except (Empty, SubscriptionEnded):
                    break
                # Read once for all who wait: a read for each of a thousand is too many.
                latest = commit.game if commit else self._reader.latest_known(game_id)
                game = latest if latest.version > game.version else game
        return game

    def close(self) -> None:
        """End all subscriptions, and let none begin."""
        self._notifications.close()
        with self._lock:
            self._closed = True
            for channel in self._channels.values():
                channel.end()
            for subscription in self._followers_of_all:
                subscription.end()

    def _subscribe(self, subscription: Subscription) -> _Channel:
        with self._lock:
            self._start_listening()
            channel = self._channels.setdefault(subscription.game_id, _Channel())
            channel.subscriptions.add(subscription)
        return channel

    def _unsubscribe(self, subscription: Subscription) -> None:
        with self._lock:
            channel = self._channels[subscription.game_id]
            channel.subscriptions.discard(subscription)
            if not channel.subscriptions:
                del self._channels[subscription.game_id]

    def _start_listening(self) -> None:
        """Called with the lock held."""
        if self._closed:
            raise SubscriptionEnded("The service is stopping.")
        if self._listener is None or not self._listener.is_alive():
            self._listener = Thread(target=self._listen, name="updates", daemon=True)
            self._listener.start()

    def _listen(self) -> None:
        """Listen until closed, whatever goes wrong."""
        while not self._closed:
            try:
                for game_id in self._notifications.moved():
                    self._publish_to_followers_of_all(game_id)
                    self._fan_out_each([game_id] if game_id else list(self._channels))
            except Exception:
                # What was missed meanwhile is found when listening begins again.
                log.exception("cannot listen to the store; trying again")
                time.sleep(RESTART_DELAY)

    def _publish_to_followers_of_all(self, game_id: str | None) -> None:
        with self._lock:
            for subscription in self._followers_of_all:
                subscription.publish(game_id)

    def _fan_out_each(self, game_ids: Iterable[str]) -> None:
        unavailable = None
        for game_id in game_ids:
            try:
                self._fan_out(game_id)
            except StorageUnavailable as error:
                unavailable = error
            except (StoreError, GameError) as error:
                log.warning("cannot follow game %s: %s", game_id, error)
            except Exception:
                log.exception("cannot follow game %s; its streams end", game_id)
                self._end(game_id)
        if unavailable:  # maybe for thousands of games
            log.warning("cannot follow games: %s", unavailable)

    def _end(self, game_id: str) -> None:
        with self._lock:
            if channel := self._channels.get(game_id):
                channel.end()

    def _fan_out(self, game_id: str) -> None:
        """Publish to a game's followers what has happened in it since last time."""
        channel = self._channels.get(game_id)
        if channel is None:
            return
        commits: Sequence[Commit | None] | None
        if channel.game:
            commits = self._reader.commits_since(channel.game)
        else:
            # Followers are reading the game right now, maybe a moment too early. It is
            # read here once, so that they find in the cache whether they were.
            self._reader.current(game_id)
            commits = [None]
        with self._lock:
            if commits is None:
                channel.end()
            for commit in commits or ():
                channel.publish(commit)


@contextmanager
def _place(places: Semaphore) -> Iterator[None]:
    if not places.acquire(blocking=False):
        raise TooManyWatchers(
            "This process holds as many watchers as it can; try again later."
        )
    try:
        yield
    finally:
        places.release()
