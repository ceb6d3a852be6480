"""The games that this process read last, so that most reads replay nothing."""

import time
from collections import OrderedDict
from threading import Lock
from typing import Final

from service.games.game import Game

MAX_AGE: Final = 10.0
"""Seconds after which a game is read from the start of its log again."""


class GameCache:
    """The newest known version of up to `size` games, least recently used evicted
    first; safe to share by threads.

    A version never changes, so a cached game cannot be wrong, only old; readers ask the
    log for newer entries. Games expire all the same, so that damage to older entries of
    a log is noticed.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._cached_at: dict[str, float] = {}
        self._lock = Lock()

    def get(self, game_id: str) -> Game | None:
        """The cached game; None if there is none, or if it has expired."""
        with self._lock:
            game = self._games.get(game_id)
            if game is None:
                return None
            if time.monotonic() - self._cached_at[game_id] > MAX_AGE:
                self._remove(game_id)
                return None
            self._games.move_to_end(game_id)
            return game

    def put(self, game: Game) -> None:
        """Cache `game`, unless a newer version of it is cached already."""
        with self._lock:
            known = self._games.get(game.id)
            if known is None:
                self._cached_at[game.id] = time.monotonic()
            if known is None or known.version <= game.version:
                self._games[game.id] = game
            self._games.move_to_end(game.id)
            if len(self._games) > self._size:
                self._remove(next(iter(self._games)))

    def drop(self, game_id: str) -> None:
        """Remove a game; does nothing if it is not cached."""
        with self._lock:
            self._remove(game_id)

    def _remove(self, game_id: str) -> None:
        self._games.pop(game_id, None)
        self._cached_at.pop(game_id, None)
