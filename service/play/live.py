"""Watching games: each version once and in order, as soon as it is there.

One thread per process listens to the store and reads a game's new entries once, for
all who watch it. Whoever starts to watch is registered before the game is read, so
nothing is lost in between; whoever finds a gap reads the log.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from service.play.errors import PlayError, TooManyWatchers, WatchEnded
from service.play.game import Game
from service.play.reader import Reader, Step
from service.store import Feed, StoreError

log = logging.getLogger(__name__)


class Watch:
    """One watcher's place: `game` as it was when the watch began."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.game: Game
        self.news: SimpleQueue[Step | None] = SimpleQueue()

    def next(self, timeout: float) -> Step | None:
        """What happens next, None if nothing does for `timeout` seconds.

        A step may be one that the watcher has seen. Raises `WatchEnded`.
        """
        try:
            step = self.news.get(timeout=timeout)
        except Empty:
            return None
        if step is None:
            raise WatchEnded("The watch has ended.")
        return step


class _Channel:
    """A game's watchers, and the version that they were told of last."""

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.game: Game | None = None


class Hub:
    """All watchers of this process, at most `limit` of them."""

    def __init__(self, feed: Feed, reader: Reader, limit: int) -> None:
        self._feed = feed
        self._reader = reader
        self._limit = limit
        self._lock = Lock()
        self._channels: dict[str, _Channel] = {}
        self._count = 0
        self._listener: Thread | None = None
        self._closed = False

    @contextmanager
    def watch(self, game_id: str) -> Iterator[Watch]:
        """Watch a game; to be left as soon as the watcher goes.

        Raises `TooManyWatchers`, and what `Reader.current` raises.
        """
        watch = Watch(game_id)
        self._join(watch)
        try:
            watch.game = self._reader.current(game_id)
            with self._lock:
                channel = self._channels[game_id]
                channel.game = channel.game or watch.game
            yield watch
        finally:
            self._leave(watch)

    def close(self) -> None:
        """End all watches, and let none begin."""
        self._feed.close()
        with self._lock:
            self._closed = True
            for channel in self._channels.values():
                _tell(channel, None)

    def _join(self, watch: Watch) -> None:
        with self._lock:
            if self._closed or self._count >= self._limit:
                raise TooManyWatchers("As many as this server can hold are watching.")
            self._count += 1
            self._channels.setdefault(watch.game_id, _Channel()).watches.add(watch)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="live", daemon=True)
                self._listener.start()

    def _leave(self, watch: Watch) -> None:
        with self._lock:
            self._count -= 1
            channel = self._channels[watch.game_id]
            channel.watches.discard(watch)
            if not channel.watches:
                del self._channels[watch.game_id]

    def _listen(self) -> None:
        for game_id in self._feed.moved():
            for moved in [game_id] if game_id else list(self._channels):
                try:
                    self._spread(moved)
                except (StoreError, PlayError) as error:
                    log.warning("cannot follow game %s: %s", moved, error)

    def _spread(self, game_id: str) -> None:
        """Tell a game's watchers what has happened in it since they were told."""
        channel = self._channels.get(game_id)
        if channel is None or channel.game is None:
            return  # nobody watches, or they are about to read the game themselves
        steps = self._reader.steps_from(channel.game)
        with self._lock:
            if steps is None:
                _tell(channel, None)
            for step in steps or ():
                channel.game = step.game
                _tell(channel, step)


def _tell(channel: _Channel, step: Step | None) -> None:
    for watch in channel.watches:
        watch.news.put(step)


def follow(
    watch: Watch, reader: Reader, after: int | None, patience: float
) -> Iterator[Step | None]:
    """Every step of the game after version `after`, once and in order.

    Without `after`, begins with the game as it stands (a step without events), as it
    does if the game never came to `after`. None after each `patience` seconds in
    which nothing happened. Ends with the game, or with the watch.
    """
    game = watch.game
    if after is None or after > game.version:
        yield Step(game, ())
    else:
        yield from reader.steps_to(game, after)
    while not game.state.result:
        try:
            heard = watch.next(patience)
        except WatchEnded:
            return
        if heard and heard.game.version <= game.version:
            continue
        if heard and heard.game.version == game.version + 1:
            steps = [heard]
        else:
            # A gap, or silence that may be a lost message: the log knows.
            steps = reader.steps_from(game) or []
        yield from steps or [None]
        game = steps[-1].game if steps else game
