"""The log as a port: what every store of games must offer.

The contract suite in tests/store is its definition; `RedisGameLog` is the only
implementation. How a store keeps an entry, and how it finds out after a lost reply
whether it did, is its own affair.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from service.rules import Event


class Draft(NamedTuple):
    """An accepted command that has no place in the log yet.

    `at` is in milliseconds since 1970, `by` a seat, None for the creation. `key` is the
    idempotency key's field, `encrypted_seed` is empty but in the first entry.
    """

    at: int
    by: int | None
    key: str
    encrypted_seed: str
    events: tuple[Event, ...]


class Entry(NamedTuple):
    """One accepted command: all that it caused, and where it stands in the chain."""

    version: int
    at: int
    by: int | None
    key: str
    encrypted_seed: str
    events: tuple[Event, ...]
    digest: str


class Position(NamedTuple):
    """A place in a game's history: a version (from one) and the digest of its entry.

    The digest covers all entries up to there, so two histories never share a position.
    """

    version: int
    digest: str


START: Final = Position(0, "")
"""The place before the first entry."""


class LogInfo(NamedTuple):
    """How many entries a log holds, and the newest version that it ever held."""

    entries: int
    newest: int


class GameLog(Protocol):
    """The logs of all games, append-only.

    Every method raises `StorageUnavailable` if the store does not answer, and
    `CorruptLog` if this game's log is damaged.
    """

    def append(self, game_id: str, after: Position, draft: Draft) -> Entry | None:
        """Append `draft` right after the entry at `after`, `START` for a new log.

        Returns the entry; None if the log does not end at exactly that position (or,
        for a new log, exists). An entry is appended whole or not at all. If the store
        stops answering, `StorageUnavailable` means that it is not known whether the
        entry was written; `StorageRefused` that it was not.
        """

    def read(self, game_id: str, last: int | None = None) -> list[Entry]:
        """The entries from version 1 to `last` (the end, if None), in order.

        Empty if there is no such log. A gap or a broken chain is a `CorruptLog`.
        """

    def tail(self, game_id: str, after: Position) -> list[Entry] | None:
        """The entries that follow `after`; None if the log does not hold that position:
        it was rewound, replaced or deleted.
        """

    def info(self, game_id: str) -> LogInfo | None:
        """The size of a log; None if there is none."""

    def game_ids(self) -> Iterable[str]:
        """The ids of all stored games, in no particular order."""
