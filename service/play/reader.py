"""Reading games: the current state, an earlier one, the history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.play.cache import GameCache
from service.play.errors import GameNotFound, VersionNotFound
from service.play.game import Game, grown, rebuild
from service.rules import Event
from service.store import Entry, EventLog


@dataclass(frozen=True, slots=True)
class Page:
    """A piece of a history: whole versions in order, and where the next piece is.

    `version` is that of the game as a whole; `next_after` is None at the end.
    """

    game_id: str
    version: int
    entries: Sequence[Entry]
    next_after: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One version: the game right after it, and the events that led there."""

    game: Game
    events: tuple[Event, ...]


class Reader:
    """Reads games from `log`, keeping the last ones in `cache`."""

    def __init__(self, log: EventLog, cache: GameCache) -> None:
        self._log = log
        self._cache = cache

    def current(self, game_id: str) -> Game:
        """The game as it stands now, at the price of one round trip.

        The entry of the cached version is read again with what follows it: if it is
        not the same any more, the log was rewound, and is read anew. Raises
        `GameNotFound` and the store's errors.
        """
        cached = self._cache.get(game_id)
        game = self._advance(cached) if cached else None
        game = game or rebuild(game_id, self._log.read(game_id))
        if game is None:
            self._cache.drop(game_id)
            raise GameNotFound("There is no game with this id.")
        self._cache.put(game)
        return game

    def _advance(self, cached: Game) -> Game | None:
        tail = self._log.tail(cached.id, cached.version, cached.digest)
        if tail is None:
            self._cache.drop(cached.id)
            return None
        return rebuild(cached.id, tail, cached)

    def known(self, game_id: str) -> Game | None:
        """The game as this process last saw it, at no price; None if it never did."""
        return self._cache.get(game_id)

    def at(self, game_id: str, version: int) -> Game:
        """The game as it was at `version`, from one on.

        Raises `VersionNotFound` beyond the end, and what `current` raises.
        """
        entries = self._log.read(game_id, last=version)
        if len(entries) < version:
            # It may not have come so far, or entries may be missing.
            entries = self._log.read(game_id)
        game = rebuild(game_id, entries[:version])
        if game is None:
            raise GameNotFound("There is no game with this id.")
        if game.version != version:
            raise VersionNotFound(
                f"The game has come to version {game.version}; there is no version "
                f"{version} yet."
            )
        return game

    def history(self, game_id: str, after: int, limit: int | None) -> Page:
        """Up to `limit` versions that follow version `after`, all if None.

        Raises what `current` raises.
        """
        version = self.current(game_id).version
        last = version if limit is None else min(after + limit, version)
        # From the start, so that the whole chain up to there is checked.
        entries = self._log.read(game_id, last=last)[after:] if after < last else []
        return Page(game_id, version, entries, last if after < last < version else None)

    def steps_from(self, game: Game) -> list[Step] | None:
        """What has happened since `game`, version by version.

        None if its log does not lead on from there: it was rewound or is gone.
        Raises the store's errors.
        """
        tail = self._log.tail(game.id, game.version, game.digest)
        return None if tail is None else _steps(game.id, game, tail)

    def steps_to(self, game: Game, after: int) -> list[Step]:
        """The steps from version `after` (from zero on) up to `game`.

        Raises the store's errors.
        """
        if after == game.version:
            return []
        entries = self._log.read(game.id, last=game.version)
        return _steps(game.id, None, entries)[after:]


def _steps(game_id: str, game: Game | None, entries: Iterable[Entry]) -> list[Step]:
    steps = []
    for entry in entries:
        game = grown(game_id, game, entry)
        steps.append(Step(game, entry.events))
    return steps
