"""Looks into the store whether all that was acknowledged is there, and nothing else."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from service.api.serializers import game_json
from service.games.game import Game, apply_entry
from service.rules import audit
from service.store import CorruptLog, Entry, RedisGameLog
from testkit.recorded_games import Acknowledged, Story


@dataclass
class Findings:
    """What a walk through all logs brought to light."""

    games: int = 0
    entries: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.wrong)

    def __str__(self) -> str:
        told = f"{self.games:,} games, {self.entries:,} entries, "
        told += f"{self.acknowledged:,} acknowledged answers"
        if self.good:
            return f"{told}: each of them in its log, nothing else in any"
        return "\n".join([f"{told}: NOT GOOD", *self.lost[:5], *self.wrong[:5]])


def check(log: RedisGameLog, stories: Iterable[Story]) -> Findings:
    """Walk every log of the store, and compare it with what clients were told.

    Each log is contiguous and chained, every event possible by the rules; each
    acknowledged state is the one at its version; each entry answers a request that a
    client sent, no two the same one.
    """
    findings = Findings()
    known = {story.id for story in stories}
    for game_id in set(log.game_ids()) - known:
        findings.wrong.append(f"game {game_id} was created and nobody was told")
    for story in stories:
        _check_game(log, story, findings)
    return findings


def _check_game(log: RedisGameLog, story: Story, findings: Findings) -> None:
    findings.games += 1
    findings.acknowledged += len(story.acknowledged)
    try:
        entries = log.read(story.id)
    except CorruptLog as error:
        findings.wrong.append(str(error))
        return
    findings.entries += len(entries)
    if problem := audit([entry.events for entry in entries]).violation:
        findings.wrong.append(f"game {story.id}: {problem}")
        return
    _check_keys(story, entries, findings)
    _check_answers(story, entries, findings)


def _check_keys(story: Story, entries: list[Entry], findings: Findings) -> None:
    asked = {digest(key) for key in story.keys}
    seen: set[str] = set()
    for entry in entries:
        key = entry.key.partition(".")[0]
        if key not in asked:
            findings.wrong.append(f"game {story.id}: nobody asked for {entry.version}")
        if key in seen:
            findings.wrong.append(f"game {story.id}: {entry.version} is a repeat")
        seen.add(key)


def _check_answers(story: Story, entries: list[Entry], findings: Findings) -> None:
    game: Game | None = None
    for entry in entries:
        game = apply_entry(story.id, game, entry)
        told = story.acknowledged.get(entry.version)
        if told and not _agrees(game, entry, told):
            findings.wrong.append(
                f"game {story.id}: another version {entry.version} was acknowledged"
            )
    for version in story.acknowledged:
        if version > len(entries):
            findings.lost.append(
                f"game {story.id}: version {version} was acknowledged and is lost"
            )


def _agrees(game: Game, entry: Entry, told: Acknowledged) -> bool:
    shown: Any = json.loads(told.body)["game"]
    is_same = shown == json.loads(game_json(game))
    return is_same and entry.key.startswith(digest(told.key) + ".")


def digest(key: str) -> str:
    """An idempotency key as the log's entries hold it."""
    return sha256(key.lower().encode()).hexdigest()[:24]
