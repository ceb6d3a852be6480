"""Reading games: the current state, an earlier one, the history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.games.cache import GameCache
from service.games.errors import GameNotFound, VersionNotFound
from service.games.game import Commit, Game, apply_entries, apply_entry
from service.store import Entry, GameLog


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A piece of a history: whole versions in order, and where the next piece is.

    `version` is that of the game as a whole; `next_after` is None at the end.
    """

    game_id: str
    version: int
    entries: Sequence[Entry]
    next_after: int | None


class Reader:
    """Reads games from `log`, keeping the last ones in `cache`."""

    def __init__(self, log: GameLog, cache: GameCache) -> None:
        self._log = log
        self._cache = cache

    def current(self, game_id: str) -> Game:
        """The game as it stands now, at the price of one round trip.

        The entry of the cached version is read again with what follows it: if it is
        not the same any more, the log was rewound, and is read from the start. Raises
        `GameNotFound` and the store's errors.
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
        """The game as this process saw it last, without a round trip; as it stands now
        if it never did. Raises what `current` raises.
        """
        return self._cache.get(game_id) or self.current(game_id)

    def at(self, game_id: str, version: int) -> Game:
        """The game as it was at `version`, from one on.

        Raises `VersionNotFound` beyond the end, and what `current` raises.
        """
        entries = self._log.read(game_id, last=version)
        if len(entries) < version:
            # It may not have come so far, or entries may be missing.
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
        """The game at `version`, as it stands now if that is None."""
        return self.current(game_id) if version is None else self.at(game_id, version)

    def history(self, game_id: str, after: int, limit: int | None) -> HistoryPage:
        """Up to `limit` versions that follow version `after`, all if None.

        Raises what `current` raises.
        """
        version = self.current(game_id).version
        last = version if limit is None else min(after + limit, version)
        # From the start, so that the whole chain up to there is checked.
        entries = self._log.read(game_id, last=last)[after:] if after < last else []
        next_after = last if after < last < version else None
        return HistoryPage(game_id, version, entries, next_after)

    def commits_since(self, game: Game) -> list[Commit] | None:
        """What has happened since `game`, version by version.

        None if its log does not lead on from there: it was rewound or is gone.
        Raises the store's errors.
        """
        tail = self._log.tail(game.id, game.position)
        return None if tail is None else _commits(game.id, game, tail)

    def commits_between(self, after: int, game: Game) -> list[Commit]:
        """The commits after version `after` (zero or more), up to `game`.

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
