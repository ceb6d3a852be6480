"""Looking into a game's log for damage, and saying what it is; nothing is changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.play.chance import commitment
from service.play.game import Game, rebuild
from service.play.vault import SealBroken, Vault
from service.rules import audit
from service.store import CorruptLog, Entry, EventLog

UNREADABLE: Final = "The service refuses the game (log_corrupt) and leaves it as it is."
AGAINST_THE_RULES: Final = "The service shows the game as its log tells it."
CUT_SHORT: Final = (
    "The service shows what is left, and refuses every command (log_corrupt)."
)
SEALED: Final = (
    "The service shows the game, and refuses the command that needs the next draw "
    "(log_corrupt)."
)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found out about a log of so many `entries`.

    `good` is the game at the last version before the damage, None if no version is
    good; `fault` is the damage, None if there is none, and `effect` what it does.
    """

    game_id: str
    entries: int
    good: Game | None
    fault: CorruptLog | None = None
    effect: str = ""


def inspect(log: EventLog, vault: Vault | None, game_id: str) -> Inspection | None:
    """Look into one log; seals are tried if there is a vault. None if it is empty.

    Raises `StorageUnavailable`.
    """
    try:
        number, newest = log.extent(game_id)
    except CorruptLog as error:
        return Inspection(game_id, 0, None, error, UNREADABLE)
    if newest == "0-0":
        return None
    entries, unreadable = _readable(log, game_id)
    fault, effect = (
        _against_the_rules(game_id, entries)
        or (unreadable and (unreadable, UNREADABLE))
        or _cut_short(game_id, number, newest)
        or _sealed(game_id, entries, vault)
        or (None, "")
    )
    good = entries[: fault.version - 1] if fault else entries
    return Inspection(game_id, number, rebuild(game_id, good), fault, effect)


def _readable(log: EventLog, game_id: str) -> tuple[list[Entry], CorruptLog | None]:
    """The entries before the first that cannot be read, and why that is so."""
    try:
        return log.read(game_id), None
    except CorruptLog as fault:
        last = fault.version - 1
        return (log.read(game_id, last=last) if last else []), fault


_Fault = tuple[CorruptLog, str] | None


def _against_the_rules(game_id: str, entries: Sequence[Entry]) -> _Fault:
    problem = audit([entry.events for entry in entries]).problem
    if problem is None:
        return None
    reason = f"event {problem.index}: {problem.code}: {problem.detail}"
    fault = CorruptLog(game_id, problem.version, reason)
    try:
        rebuild(game_id, entries)
    except CorruptLog:
        return fault, UNREADABLE
    return fault, AGAINST_THE_RULES


def _cut_short(game_id: str, number: int, newest: str) -> _Fault:
    if newest == f"{number}-0":
        return None
    reason = f"entries up to {newest} were there and were deleted from the end"
    return CorruptLog(game_id, number + 1, reason), CUT_SHORT


def _sealed(game_id: str, entries: Sequence[Entry], vault: Vault | None) -> _Fault:
    game = rebuild(game_id, entries)
    if vault is None or game is None:
        return None
    try:
        is_true = commitment(*vault.open(game.seal)) == game.state.seed_hash
    except SealBroken as error:
        return CorruptLog(game_id, 1, str(error)), SEALED
    reason = "the sealed seed is not the one that was promised"
    return None if is_true else (CorruptLog(game_id, 1, reason), SEALED)
