"""A game at one version, rebuilt from its log."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.rules import Event, ImpossibleEvent, State, fold
from service.store import START, CorruptLog, Entry, Position


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The state of game `id` at `version`, and what else its log says.

    `digest` is that of the last entry and identifies the whole history; two games are
    equal if their histories are. `keys[n - 1]` is the key field of version n. Times are
    milliseconds since 1970.
    """

    id: str
    version: int
    digest: str
    created_at: int
    updated_at: int
    encrypted_seed: str
    keys: tuple[str, ...]
    state: State

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._history == other._history

    def __hash__(self) -> int:
        return hash(self._history)

    @property
    def _history(self) -> tuple[str, int, str]:
        return self.id, self.version, self.digest

    @property
    def position(self) -> Position:
        """The position of its last entry."""
        return Position(self.version, self.digest)


@dataclass(frozen=True, slots=True)
class Commit:
    """One version: the game after it, and its events.

    A commit without events shows the game as it stands.
    """

    game: Game
    events: tuple[Event, ...]

    def __hash__(self) -> int:
        return hash(self.game)


def position_of(game: Game | None) -> Position:
    """The position of the last entry of `game`; `START` for None."""
    return game.position if game else START


def advance(game_id: str, game: Game | None, entry: Entry, state: State) -> Game:
    """The game after `entry`, which leads from `game` (None before the first entry) to
    `state`.
    """
    return Game(
        id=game_id,
        version=entry.version,
        digest=entry.digest,
        created_at=game.created_at if game else entry.at,
        updated_at=entry.at,
        encrypted_seed=game.encrypted_seed if game else entry.encrypted_seed,
        keys=(*(game.keys if game else ()), entry.key),
        state=state,
    )


def apply_entry(game_id: str, game: Game | None, entry: Entry) -> Game:
    """The game after the events of `entry`. Raises `CorruptLog`."""
    try:
        state = fold(entry.events, game.state if game else None)
    except ImpossibleEvent as error:
        raise CorruptLog(game_id, entry.version, str(error)) from error
    return advance(game_id, game, entry, state)


def apply_entries(
    game_id: str, entries: Iterable[Entry], game: Game | None = None
) -> Game | None:
    """The game after `entries`, which follow `game`; `game` itself if there are none.

    Raises `CorruptLog`.
    """
    for entry in entries:
        game = apply_entry(game_id, game, entry)
    return game
