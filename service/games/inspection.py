"""Looking into a game's log for damage, and saying what it is; nothing is changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.credentials.errors import SeedDecryptionError
from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import commitment
from service.games.game import Game, apply_entries
from service.rules import audit
from service.store import CorruptLog, Entry, GameLog, LogInfo

UNREADABLE: Final = "The service refuses the game (log_corrupt) and leaves it as it is."
AGAINST_THE_RULES: Final = "The service shows the game as its log records it."
CUT_SHORT: Final = (
    "The service shows what is left, and refuses every command (log_corrupt)."
)
SEED_LOST: Final = (
    "The service shows the game, and refuses the command that needs the next draw "
    "(log_corrupt)."
)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found in a log with the given number of `entries`.

    `good` is the game at the last version before the damage, None if no version is
    good; `damage` is None if there is none, and `effect` says what it leads to.
    """

    game_id: str
    entries: int
    good: Game | None
    damage: CorruptLog | None = None
    effect: str = ""


def inspect(log: GameLog, keyring: Keyring | None, game_id: str) -> Inspection | None:
    """Look into one log; its seed is decrypted if there is a keyring. None if there is
    no such log.

    Raises `StorageUnavailable`.
    """
    try:
        info = log.info(game_id)
    except CorruptLog as error:
        return Inspection(game_id, 0, None, error, UNREADABLE)
    if info is None or info.newest == 0:
        return None
    entries, unreadable = _readable(log, game_id)
    damage, effect = (
        _against_the_rules(game_id, entries)
        or (unreadable and (unreadable, UNREADABLE))
        or _cut_short(game_id, info)
        or _seed_lost(game_id, entries, keyring)
        or (None, "")
    )
    good = entries[: damage.version - 1] if damage else entries
    return Inspection(
        game_id, info.entries, apply_entries(game_id, good), damage, effect
    )


def _readable(log: GameLog, game_id: str) -> tuple[list[Entry], CorruptLog | None]:
    """The entries before the first that cannot be read, and why it cannot."""
    try:
        return log.read(game_id), None
    except CorruptLog as damage:
        last = damage.version - 1
        return (log.read(game_id, last=last) if last else []), damage


_Damage = tuple[CorruptLog, str] | None


def _against_the_rules(game_id: str, entries: Sequence[Entry]) -> _Damage:
    violation = audit([entry.events for entry in entries]).violation
    if violation is None:
        return None
    reason = f"event {violation.index}: {violation.code}: {violation.detail}"
    damage = CorruptLog(game_id, violation.version, reason)
    try:
        apply_entries(game_id, entries)
    except CorruptLog:
        return damage, UNREADABLE
    return damage, AGAINST_THE_RULES


def _cut_short(game_id: str, info: LogInfo) -> _Damage:
    if info.newest == info.entries:
        return None
    reason = f"entries up to {info.newest} existed and were deleted from the end"
    return CorruptLog(game_id, info.entries + 1, reason), CUT_SHORT


def _seed_lost(
    game_id: str, entries: Sequence[Entry], keyring: Keyring | None
) -> _Damage:
    game = apply_entries(game_id, entries)
    if keyring is None or game is None:
        return None
    try:
        seed, salt = keyring.decrypt_seed(game.encrypted_seed)
    except SeedDecryptionError as error:
        return CorruptLog(game_id, 1, str(error)), SEED_LOST
    if commitment(seed, salt) == game.state.seed_hash:
        return None
    reason = "the encrypted seed is not the one that seed_hash commits to"
    return CorruptLog(game_id, 1, reason), SEED_LOST
