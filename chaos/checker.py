"""Checks that all that was acknowledged is in the store, and nothing else."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from service.api.serializers import game_json
from service.games.game import Game, apply_entry
from service.rules import audit
from service.store import CorruptLog, Entry, RedisGameLog
from testkit.recorded_games import Acknowledged, RecordedGame


@dataclass
class Findings:
    """What was found in all logs: how much there is, and what is lost or wrong."""

    games: int = 0
    entries: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.wrong)

    def __str__(self) -> str:
        counts = f"{self.games:,} games, {self.entries:,} entries, "
        counts += f"{self.acknowledged:,} acknowledged answers"
        if self.good:
            return f"{counts}: each of them in its log, nothing else in any"
        return "\n".join([f"{counts}: NOT GOOD", *self.lost[:5], *self.wrong[:5]])


def check(log: RedisGameLog, games: Iterable[RecordedGame]) -> Findings:
    """Walk every log of the store, and compare it with the responses that clients got.

    Each log is contiguous and chained, every event possible by the rules; each
    acknowledged state is the one at its version; each entry answers a request that a
    client sent, no two the same one.
    """
    findings = Findings()
    known = {game.id for game in games}
    for game_id in set(log.game_ids()) - known:
        findings.wrong.append(f"game {game_id} was created without a response")
    for game in games:
        _check_game(log, game, findings)
    return findings


def _check_game(log: RedisGameLog, game: RecordedGame, findings: Findings) -> None:
    findings.games += 1
    findings.acknowledged += len(game.acknowledged)
    try:
        entries = log.read(game.id)
    except CorruptLog as error:
        findings.wrong.append(str(error))
        return
    findings.entries += len(entries)
    if problem := audit([entry.events for entry in entries]).violation:
        findings.wrong.append(f"game {game.id}: {problem}")
        return
    _check_keys(game, entries, findings)
    _check_answers(game, entries, findings)


def _check_keys(game: RecordedGame, entries: list[Entry], findings: Findings) -> None:
    sent = {digest(key) for key in game.keys}
    seen: set[str] = set()
    for entry in entries:
        key = entry.key.partition(".")[0]
        if key not in sent:
            findings.wrong.append(f"game {game.id}: no request for {entry.version}")
        if key in seen:
            findings.wrong.append(f"game {game.id}: {entry.version} is a repeat")
        seen.add(key)


def _check_answers(
    game: RecordedGame, entries: list[Entry], findings: Findings
) -> None:
    stored: Game | None = None
    for entry in entries:
        stored = apply_entry(game.id, stored, entry)
        acknowledged = game.acknowledged.get(entry.version)
        if acknowledged and not _agrees(stored, entry, acknowledged):
            findings.wrong.append(
                f"game {game.id}: another version {entry.version} was acknowledged"
            )
    for version in game.acknowledged:
        if version > len(entries):
            findings.lost.append(
                f"game {game.id}: version {version} was acknowledged and is lost"
            )


def _agrees(stored: Game, entry: Entry, acknowledged: Acknowledged) -> bool:
    shown: Any = json.loads(acknowledged.body)["game"]
    is_same = shown == json.loads(game_json(stored))
    return is_same and entry.key.startswith(digest(acknowledged.key) + ".")


def digest(key: str) -> str:
    """An idempotency key as the log's entries hold it."""
    return sha256(key.lower().encode()).hexdigest()[:24]
