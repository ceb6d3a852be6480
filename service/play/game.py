"""A game as it stands at one version, rebuilt from its log."""

from collections.abc import Sequence
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


def grown(game_id: str, game: Game | None, *entries: Entry) -> Game:
    """The game once `entries`, at least one, were added; None stands for the time
    before the first.

    Raises `CorruptLog`.
    """
    first, last = entries[0], entries[-1]
    state = game.state if game else None
    for entry in entries:
        state = _fold(game_id, state, entry)
    assert state is not None, "there is an entry"
    return Game(
        id=game_id,
        version=last.version,
        digest=last.digest,
        created_at=game.created_at if game else first.at,
        updated_at=last.at,
        seal=game.seal if game else first.seal,
        keys=(*(game.keys if game else ()), *[entry.key for entry in entries]),
        state=state,
    )


def rebuild(
    game_id: str, entries: Sequence[Entry], game: Game | None = None
) -> Game | None:
    """The game that `entries` add up to, from `game` on; `game` itself without any.

    Raises `CorruptLog`.
    """
    return grown(game_id, game, *entries) if entries else game


def _fold(game_id: str, state: State | None, entry: Entry) -> State:
    try:
        return fold(entry.events, state)
    except ImpossibleEvent as error:
        raise CorruptLog(game_id, entry.version, str(error)) from error
