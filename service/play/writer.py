"""Writing an accepted command behind the game that it was decided on."""

from service.play.cache import GameCache
from service.play.game import Game, grown
from service.store import (
    Draft,
    Entry,
    EventLog,
    StorageRefused,
    StorageUnavailable,
)
from service.store.entry import DIGEST, encode


class Writer:
    """Appends to `log`, and notes in `cache` what has become of the game."""

    def __init__(self, log: EventLog, cache: GameCache) -> None:
        self._log = log
        self._cache = cache

    def begin(self, game_id: str, draft: Draft) -> Game | None:
        """Write a game's first entry; None if there is a game with this id.

        Raises the store's errors, as `append` does.
        """
        return self._write(game_id, None, draft)

    def append(self, game: Game, draft: Draft) -> Game | None:
        """Write behind `game`; None if its log does not end there any more."""
        at = max(draft.at, game.updated_at)  # clocks differ, histories run forward
        return self._write(game.id, game, draft._replace(at=at))

    def _write(self, game_id: str, game: Game | None, draft: Draft) -> Game | None:
        version, digest = (game.version, game.digest) if game else (0, "")
        fields = encode(digest or game_id, draft)
        try:
            written = self._log.append(game_id, version, digest, fields)
        except StorageRefused:
            raise
        except StorageUnavailable:
            # The answer was lost; the log itself knows whether the entry was, too.
            if not self._log.was_written(game_id, version + 1, fields):
                raise
            written = True
        if not written:
            return None
        entry = Entry(version + 1, *draft, digest=fields[DIGEST].decode())
        after = grown(game_id, game, entry)
        self._cache.put(after)
        return after
