"""Watching games: each version once and in order, as soon as it is there.

One thread per process listens to the store and reads a game's new entries once, for
all who watch it. Whoever starts to watch is registered before the game is read, so
nothing is lost in between; whoever finds a gap reads the log.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Lock, Semaphore, Thread

from service.play.errors import PlayError, TooManyWatchers, WatchEnded
from service.play.game import Game
from service.play.reader import Reader, Step
from service.store import Feed, StoreError

log = logging.getLogger(__name__)

PAUSE = 0.5
"""Seconds before listening again after an unexpected failure."""


class Watch:
    """One watcher's place: `game` as it was when the watch began.

    `announce` is called at all news, for a watcher that does not wait in `next`.
    """

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.game: Game
        self.announce: Callable[[], None] = _ignore
        self._news: SimpleQueue[Step | None] = SimpleQueue()
        self._ended = False

    def next(self, timeout: float) -> Step | None:
        """What happens next; it may be a step that the watcher has seen.

        None if something did that only the log can tell. Raises `Empty` if nothing
        happens for `timeout` seconds, and `WatchEnded`.
        """
        step = self._news.get(timeout=timeout)
        if self._ended:
            raise WatchEnded("The watch has ended.")
        return step

    @property
    def has_news(self) -> bool:
        """Whether `next` has something without waiting."""
        return not self._news.empty()

    def tell(self, step: Step | None) -> None:
        self._news.put(step)
        self.announce()

    def end(self) -> None:
        self._ended = True
        self.tell(None)


@contextmanager
def _place(places: Semaphore) -> Iterator[None]:
    if not places.acquire(blocking=False):
        raise TooManyWatchers("As many as this process can hold are watching already.")
    try:
        yield
    finally:
        places.release()


def _ignore() -> None:
    """No watcher asked for announcements."""


class _Channel:
    """A game's watchers, and the game as they were told of it last."""

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.game: Game | None = None

    def tell(self, step: Step | None) -> None:
        for watch in self.watches:
            watch.tell(step)
        self.game = step.game if step else self.game

    def end(self) -> None:
        for watch in self.watches:
            watch.end()


class Hub:
    """All watchers of this process: at most `streams` that follow a game, and at most
    `waits` that wait for its next version.
    """

    def __init__(self, feed: Feed, reader: Reader, streams: int, waits: int) -> None:
        self._feed = feed
        self._reader = reader
        self._streams = Semaphore(streams)
        self._waits = Semaphore(waits)
        self._lock = Lock()
        self._channels: dict[str, _Channel] = {}
        self._listener: Thread | None = None
        self._closed = False

    @contextmanager
    def stream(self, game_id: str) -> Iterator[Watch]:
        """Watch a game; to be left as soon as the watcher goes.

        Raises `TooManyWatchers`, and what `Reader.current` raises.
        """
        with _place(self._streams), self._watch(game_id) as watch:
            yield watch

    @contextmanager
    def _watch(self, game_id: str) -> Iterator[Watch]:
        watch = Watch(game_id)
        channel = self._join(watch)
        try:
            watch.game = self._reader.current(game_id)
            with self._lock:
                channel.game = channel.game or watch.game
            yield watch
        finally:
            self._leave(watch)

    def wait(self, game_id: str, version: int, seconds: float) -> Game:
        """The game as soon as it is not at `version`, or as it is after `seconds`, or
        when the service is about to stop.

        Raises what `stream` raises.
        """
        end = time.monotonic() + seconds
        with _place(self._waits), self._watch(game_id) as watch:
            game = watch.game
            while game.version == version and (left := end - time.monotonic()) > 0:
                try:
                    step = watch.next(left)
                except (Empty, WatchEnded):
                    break
                # What was read for all; a read by each of a thousand is too much.
                seen = step.game if step else self._reader.known(game_id)
                seen = seen or self._reader.current(game_id)
                game = seen if seen.version > game.version else game
        return game

    def close(self) -> None:
        """End all watches, and let none begin."""
        self._feed.close()
        with self._lock:
            self._closed = True
            for channel in self._channels.values():
                channel.end()

    def _join(self, watch: Watch) -> _Channel:
        with self._lock:
            if self._closed:
                raise WatchEnded("The service is stopping.")
            channel = self._channels.setdefault(watch.game_id, _Channel())
            channel.watches.add(watch)
            if self._listener is None or not self._listener.is_alive():
                self._listener = Thread(target=self._listen, name="live", daemon=True)
                self._listener.start()
        return channel

    def _leave(self, watch: Watch) -> None:
        with self._lock:
            channel = self._channels[watch.game_id]
            channel.watches.discard(watch)
            if not channel.watches:
                del self._channels[watch.game_id]

    def _listen(self) -> None:
        """Follow the feed until it is closed, whatever goes wrong."""
        while not self._closed:
            try:
                for game_id in self._feed.moved():
                    self._look_at([game_id] if game_id else list(self._channels))
            except Exception:
                # All that was announced meanwhile is found when the feed begins anew.
                log.exception("cannot listen to the store; listening again")
                time.sleep(PAUSE)

    def _look_at(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            try:
                self._spread(game_id)
            except (StoreError, PlayError) as error:
                log.warning("cannot follow game %s: %s", game_id, error)
            except Exception:
                log.exception("cannot follow game %s; its watches end", game_id)
                self._end(game_id)

    def _end(self, game_id: str) -> None:
        with self._lock:
            if channel := self._channels.get(game_id):
                channel.end()

    def _spread(self, game_id: str) -> None:
        """Tell a game's watchers what has happened in it since they were told."""
        channel = self._channels.get(game_id)
        if channel is None:
            return
        known = channel.game
        steps: Sequence[Step | None] | None
        if known:
            steps = self._reader.steps_from(known)
        else:
            # Watchers are reading the game right now, maybe a moment too early. It is
            # read here once, so that they find in the cache whether they were.
            self._reader.current(game_id)
            steps = [None]
        with self._lock:
            if steps is None:
                channel.end()
            for step in steps or ():
                channel.tell(step)


def backlog(watch: Watch, reader: Reader, after: int | None) -> list[Step]:
    """What a watcher who has version `after` must be told first.

    The game as it stands (a step without events) without `after`, and also if the
    game never came to it. Raises the store's errors.
    """
    if after is None or after > watch.game.version:
        return [Step(watch.game, ())]
    return reader.steps_to(watch.game, after)


def news(watch: Watch, reader: Reader, patience: float) -> Iterator[Step | None]:
    """Every later step of the game, once and in order, until the game ends.

    None after each `patience` seconds in which nothing happened. Raises `WatchEnded`
    and the store's errors.
    """
    game = watch.game
    while not game.state.result:
        try:
            heard = watch.next(patience)
        except Empty:
            yield None
            continue
        steps = following(game, heard, reader)
        yield from steps
        game = steps[-1].game if steps else game


def following(game: Game, heard: Step | None, reader: Reader) -> list[Step]:
    """The steps after `game`, as far as they follow from what was `heard` of it.

    Raises the store's errors.
    """
    if heard is None:
        known = reader.known(game.id)
        is_newest = known is not None and known.version == game.version
        return [] if is_newest else reader.steps_from(game) or []
    if heard.game.version > game.version + 1:
        return reader.steps_from(game) or []
    return [heard] if heard.game.version == game.version + 1 else []
