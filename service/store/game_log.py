"""The log as a port: what every store of games must offer.

The contract is tested in tests/store/contract.py; `RedisGameLog` is the implementation
that the service uses. How entries are stored, and how a store finds out after a lost
reply whether one was, is up to the implementation.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from service.rules import Event


class Draft(NamedTuple):
    """An accepted command that is not in the log yet.

    `at` is in milliseconds since 1970; `by` is the seat that acted, None for the
    creation. `key` is the key field of `IdempotentRequest`. `encrypted_seed` is empty
    except in the first entry.
    """

    at: int
    by: int | None
    key: str
    encrypted_seed: str
    events: tuple[Event, ...]


class Entry(NamedTuple):
    """One accepted command in the log: its events, version and digest."""

    version: int
    at: int
    by: int | None
    key: str
    encrypted_seed: str
    events: tuple[Event, ...]
    digest: str


class Position(NamedTuple):
    """A position in a game's log: a version (from one) and the digest of its entry.

    The digest covers all entries up to there, so two histories never share a position.
    """

    version: int
    digest: str


START: Final = Position(0, "")
"""The position before the first entry."""


class LogInfo(NamedTuple):
    """The number of entries in a log, and the newest version that it ever had.

    They differ if entries were deleted.
    """

    entries: int
    newest: int


class GameLog(Protocol):
    """The logs of all games, append-only.

    Every method raises `StorageUnavailable` if the store does not answer, and
    `CorruptLog` if this game's log is damaged.
    """

    def append(self, game_id: str, after: Position, draft: Draft) -> Entry | None:
        """Append `draft` after the entry at `after`; `START` begins a new log.

        Returns the entry; None if the log does not end at exactly that position, or if
        a new log exists already. The append is atomic. `StorageUnavailable` means that
        it is not known whether the entry was written, `StorageRefused` that it was not.
        """

    def read(self, game_id: str, last: int | None = None) -> list[Entry]:
        """The entries from version 1 to `last` (the end, if None), in order.

        Empty if there is no such log. A gap or a broken chain raises `CorruptLog`.
        """

    def tail(self, game_id: str, after: Position) -> list[Entry] | None:
        """The entries that follow `after`; None if the log does not contain that
        position, since it was rewound, replaced or deleted.
        """

    def info(self, game_id: str) -> LogInfo | None:
        """The size of a log; None if there is none."""

    def game_ids(self) -> Iterable[str]:
        """The ids of all stored games, in no particular order."""
