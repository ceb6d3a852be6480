"""The games this process looked at last, so that most reads replay nothing."""

from collections import OrderedDict
from threading import Lock

from service.play.game import Game


class GameCache:
    """The newest known version of up to `size` games; safe to share by threads.

    A version never changes, so what is kept cannot be wrong, only old; whoever uses
    it asks the log for what came since.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> Game | None:
        with self._lock:
            game = self._games.get(game_id)
            if game:
                self._games.move_to_end(game_id)
            return game

    def put(self, game: Game) -> None:
        """Keep `game`, unless a newer version of it is kept already."""
        with self._lock:
            known = self._games.get(game.id)
            if known is None or known.version <= game.version:
                self._games[game.id] = game
            self._games.move_to_end(game.id)
            if len(self._games) > self._size:
                self._games.popitem(last=False)

    def drop(self, game_id: str) -> None:
        with self._lock:
            self._games.pop(game_id, None)
