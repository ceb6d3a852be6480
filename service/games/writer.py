"""Appending an accepted command to the log of the game that it was decided on."""

from service.games.cache import GameCache
from service.games.game import Game, advance, position_of
from service.rules import State
from service.store import Draft, GameLog


class Writer:
    """Appends to `log`, and updates `cache`."""

    def __init__(self, log: GameLog, cache: GameCache) -> None:
        self._log = log
        self._cache = cache

    def append(
        self, game_id: str, game: Game | None, draft: Draft, state: State
    ) -> Game | None:
        """Append `draft`, which leads from `game` (None for a new one) to `state`.

        Returns the game after it; None if its log does not end at `game` any more, or
        if a new one exists already. Raises the store's errors.
        """
        if game:  # clocks differ between processes, and histories run forward
            draft = draft._replace(at=max(draft.at, game.updated_at))
        entry = self._log.append(game_id, position_of(game), draft)
        if entry is None:
            return None
        after = advance(game_id, game, entry, state)
        self._cache.put(after)
        return after
