"""A game as it stands at one version, rebuilt from its log."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.rules import ImpossibleEvent, State, fold
from service.store import CorruptLog, Entry


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The state of game `id` at `version`, and what its log says besides.

    `digest` is that of the last entry and stands for the whole history: two games
    are equal if it is the same one that led to them. `keys` holds
    the key field of each entry, that of version n at n - 1. Times are milliseconds
    since 1970. `seal` holds the seed.
    """

    id: str
    version: int
    digest: str
    created_at: int
    updated_at: int
    seal: str
    keys: tuple[str, ...]
    state: State

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._history == other._history

    def __hash__(self) -> int:
        return hash(self._history)

    @property
    def _history(self) -> tuple[str, int, str]:
        return self.id, self.version, self.digest

    def after(self, entries: Iterable[Entry]) -> "Game":
        """The game once `entries` were added to it. Raises `CorruptLog`."""
        game = self
        for entry in entries:
            game = Game(
                id=game.id,
                version=entry.version,
                digest=entry.digest,
                created_at=game.created_at,
                updated_at=entry.at,
                seal=game.seal,
                keys=(*game.keys, entry.key),
                state=_fold(game.id, game.state, entry),
            )
        return game


def rebuild(game_id: str, entries: Iterable[Entry]) -> Game | None:
    """The game that a log's entries add up to, from the first one on.

    None if there are none. Raises `CorruptLog`.
    """
    first, *rest = entries or (None,)
    if first is None:
        return None
    game = Game(
        id=game_id,
        version=first.version,
        digest=first.digest,
        created_at=first.at,
        updated_at=first.at,
        seal=first.seal,
        keys=(first.key,),
        state=_fold(game_id, None, first),
    )
    return game.after(rest)


def _fold(game_id: str, state: State | None, entry: Entry) -> State:
    try:
        return fold(entry.events, state)
    except ImpossibleEvent as error:
        raise CorruptLog(game_id, entry.version, str(error)) from error
