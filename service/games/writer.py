"""Appending accepted commands to the log."""

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
        """Append `draft`, which leads from `game` (None for a new game) to `state`.

        Returns the game after it; None if the log does not end at `game` any more, or
        if the new game exists already. Raises the store's errors.
        """
        if game:  # the clocks of processes differ, but times must not decrease
            draft = draft._replace(at=max(draft.at, game.updated_at))
        entry = self._log.append(game_id, position_of(game), draft)
        if entry is None:
            return None
        after = advance(game_id, game, entry, state)
        self._cache.put(after)
        return after
