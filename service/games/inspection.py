"""Inspecting a game's log for damage; nothing is changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.credentials.errors import SeedDecryptionError
from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import commitment
from service.games.game import Game, apply_entries
from service.rules import audit
from service.store import CorruptLog, Entry, GameLog, LogInfo

UNREADABLE: Final = (
    "The service answers log_corrupt for this game and leaves its log unchanged."
)
RULE_BROKEN: Final = "The service shows the game as its log records it."
TRUNCATED: Final = (
    "The service shows the remaining versions and answers log_corrupt to commands."
)
SEED_UNUSABLE: Final = (
    "The service shows the game and answers log_corrupt to the command that needs the "
    "next draw."
)


@dataclass(frozen=True, slots=True)
class Inspection:
    """The state of a log, which has `entries` entries.

    `damage` is None if there is none; `effect` says how the service treats the game.
    `good` is the game at the last version before the damage, None if there is none.
    """

    game_id: str
    entries: int
    good: Game | None
    damage: CorruptLog | None = None
    effect: str = ""


def inspect(log: GameLog, keyring: Keyring | None, game_id: str) -> Inspection | None:
    """Inspect the log of a game; None if there is none.

    The seed is checked only if there is a `keyring`. Raises `StorageUnavailable`.
    """
    try:
        info = log.info(game_id)
    except CorruptLog as error:
        return Inspection(game_id, 0, None, error, UNREADABLE)
    if info is None or info.newest == 0:
        return None
    entries, unreadable = _readable(log, game_id)
    damage, effect = (
        _rule_broken(game_id, entries)
        or (unreadable and (unreadable, UNREADABLE))
        or _truncated(game_id, info)
        or _seed_unusable(game_id, entries, keyring)
        or (None, "")
    )
    good = entries[: damage.version - 1] if damage else entries
    return Inspection(
        game_id, info.entries, apply_entries(game_id, good), damage, effect
    )


def _readable(log: GameLog, game_id: str) -> tuple[list[Entry], CorruptLog | None]:
    """The entries before the first unreadable one, and what is wrong with that."""
    try:
        return log.read(game_id), None
    except CorruptLog as damage:
        last = damage.version - 1
        return (log.read(game_id, last=last) if last else []), damage


_Damage = tuple[CorruptLog, str] | None


def _rule_broken(game_id: str, entries: Sequence[Entry]) -> _Damage:
    violation = audit([entry.events for entry in entries]).violation
    if violation is None:
        return None
    reason = f"event {violation.index}: {violation.code}: {violation.detail}"
    damage = CorruptLog(game_id, violation.version, reason)
    try:
        apply_entries(game_id, entries)
    except CorruptLog:
        return damage, UNREADABLE
    return damage, RULE_BROKEN


def _truncated(game_id: str, info: LogInfo) -> _Damage:
    if info.newest == info.entries:
        return None
    reason = f"entries up to version {info.newest} were deleted from the end"
    return CorruptLog(game_id, info.entries + 1, reason), TRUNCATED


def _seed_unusable(
    game_id: str, entries: Sequence[Entry], keyring: Keyring | None
) -> _Damage:
    game = apply_entries(game_id, entries)
    if keyring is None or game is None:
        return None
    try:
        seed, salt = keyring.decrypt_seed(game.encrypted_seed)
    except SeedDecryptionError as error:
        return CorruptLog(game_id, 1, str(error)), SEED_UNUSABLE
    if commitment(seed, salt) == game.state.seed_hash:
        return None
    reason = "the encrypted seed does not match seed_hash"
    return CorruptLog(game_id, 1, reason), SEED_UNUSABLE
