"""Reading games: the current state, an earlier one, the history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.games.cache import GameCache
from service.games.errors import GameNotFound, VersionNotFound
from service.games.game import Commit, Game, apply_entries, apply_entry
from service.store import Entry, GameLog


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Part of a history: whole versions in order.

    `version` is the newest version of the game; `next_after` is the version after which
    the next page begins, None on the last page.
    """

    game_id: str
    version: int
    entries: Sequence[Entry]
    next_after: int | None


class Reader:
    """Reads games from `log` through `cache`."""

    def __init__(self, log: GameLog, cache: GameCache) -> None:
        self._log = log
        self._cache = cache

    def current(self, game_id: str) -> Game:
        """The game at its newest version; usually takes one round trip.

        The entry of the cached version is read again with those that follow: if it has
        changed, the log was rewound, and is read from the start. Raises `GameNotFound`
        and the store's errors.
        """
        cached = self._cache.get(game_id)
        game = self._advance(cached) if cached else None
        game = game or apply_entries(game_id, self._log.read(game_id))
        if game is None:
            self._cache.drop(game_id)
            raise GameNotFound
        self._cache.put(game)
        return game

    def _advance(self, cached: Game) -> Game | None:
        tail = self._log.tail(cached.id, cached.position)
        if tail is None:
            self._cache.drop(cached.id)
            return None
        return apply_entries(cached.id, tail, cached)

    def latest_known(self, game_id: str) -> Game:
        """The game as this process read it last, without a round trip; the newest
        version if it is not cached. Raises what `current` raises.
        """
        return self._cache.get(game_id) or self.current(game_id)

    def at(self, game_id: str, version: int) -> Game:
        """The game at `version` (from one).

        Raises `VersionNotFound` if there is no such version yet, and what `current`
        raises.
        """
        entries = self._log.read(game_id, last=version)
        if len(entries) < version:
            # The game may be shorter, or entries may be missing: the latter is damage.
            entries = self._log.read(game_id)
        game = apply_entries(game_id, entries[:version])
        if game is None:
            raise GameNotFound
        if game.version != version:
            raise VersionNotFound(
                f"The game is at version {game.version}; there is no version {version} "
                "yet."
            )
        return game

    def at_or_current(self, game_id: str, version: int | None) -> Game:
        """The game at `version`; at its newest version if that is None."""
        return self.current(game_id) if version is None else self.at(game_id, version)

    def history(self, game_id: str, after: int, limit: int | None) -> HistoryPage:
        """Up to `limit` versions that follow version `after`, all if None.

        Raises what `current` raises.
        """
        version = self.current(game_id).version
        last = version if limit is None else min(after + limit, version)
        # Read from the start, so that the whole digest chain is checked.
        entries = self._log.read(game_id, last=last)[after:] if after < last else []
        next_after = last if after < last < version else None
        return HistoryPage(game_id, version, entries, next_after)

    def commits_since(self, game: Game) -> list[Commit] | None:
        """The commits after `game`.

        None if the log does not contain `game` any more: it was rewound or deleted.
        Raises the store's errors.
        """
        tail = self._log.tail(game.id, game.position)
        return None if tail is None else _commits(game.id, game, tail)

    def commits_between(self, after: int, game: Game) -> list[Commit]:
        """The commits after version `after` (from zero) up to `game`.

        Raises the store's errors.
        """
        if after == game.version:
            return []
        entries = self._log.read(game.id, last=game.version)
        return _commits(game.id, None, entries)[after:]


def _commits(game_id: str, game: Game | None, entries: Iterable[Entry]) -> list[Commit]:
    commits = []
    for entry in entries:
        game = apply_entry(game_id, game, entry)
        commits.append(Commit(game, entry.events))
    return commits
