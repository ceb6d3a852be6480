"""Plays games and writes down the log of each: one for each board and number of
players, and those that a change to tokens adds.

    python -m tests.golden.make

Run it when the schema of the entries goes up, and when a board or a form of tokens is
added. It writes the games that the current schema has no files of, and keeps the
others: they stand for games on other people's disks. Chance, clock, keys and secret are
fixed, so that a run can be compared with another.
"""

import json
import os
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import fakeredis
import msgspec

from service.api.serializers import game_document
from service.credentials.keyring import TOKEN_VERSIONS, Keyring
from service.games.cache import GameCache
from service.games.reader import Reader
from service.games.service import Creation, GameOptions, GameService
from service.games.writer import Writer
from service.rules import (
    BOARDS,
    Move,
    PlaceTile,
    State,
    TakeTiles,
    legal_moves,
    legal_placements,
)
from service.store import RedisGameLog
from service.store.redis_log import log_key
from service.store.upcasters import SCHEMA

FOLDER = Path(__file__).parent
SECRET = "published: the golden logs are sealed with it"  # noqa: S105
NAMES = ("Ana", "Žofie", "山田 太郎", 'Zoë "🎲" \\')
NOON = 1_790_000_000_000
LUCK = {
    "colored": (18, 21, 23),
    "gray": (6, 18, 13),
    "crystal_1": (11, 3, 19),
    "crystal_2": (16, 22, 17),
}
"""By number of players. Found by trying: the games are short, but for `crystal_1_2`,
which locks up and ends without progress, and like `gray_3` in a shared victory."""
GAMES = {
    f"{board}_{players}": (board, players) for board in BOARDS for players in (2, 3, 4)
} | {f"tokens_{TOKEN_VERSIONS[0].rstrip('.')}": ("colored", 2)}
"""Board and players of each game. The last repeats a creation that is answered with the
newest form of tokens; a new form adds a game to those of the forms before."""
LEFT_OUT = ("board", "legal_moves")
"""Parts of a state's document that are long and follow from the rest."""


class Maker:
    """One game, played from nothing to its end, and what is worth knowing of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        board, players = GAMES[name]
        luck = LUCK[board][players - 2]
        self.choices = random.Random(f"{self.name} {luck}")  # noqa: S311 -- for moves
        self.redis: Any = fakeredis.FakeRedis()
        log, cache = RedisGameLog(self.redis), GameCache(1)
        self.reader = Reader(log, cache)
        self.games = GameService(
            self.reader, Writer(log, cache), Keyring((SECRET,)), self.clock
        )
        self.now = NOON
        seed = None if players == 3 else f"golden {self.name}"
        self.order = GameOptions(NAMES[:players], board, None, seed)
        self.commands: list[dict[str, Any]] = []

    def clock(self) -> int:
        """Goes on by some seconds, and now and then a little back."""
        self.now += self.choices.randrange(-500, 9_000)
        return self.now

    def play(self) -> Creation:
        made = self.games.create(self.order, self.key(1))
        game = made.game
        while not game.state.result:
            command = self.command(game.state)
            key = self.key(game.version + 1) if game.version % 2 else None
            seat = self.games.authenticate(game.id, made.tokens[command.seat])
            assert command.seat == seat
            game = self.games.execute(game.id, command, key=key).game
            self.commands.append(
                {
                    "version": game.version,
                    "key": key,
                    "type": type(command).__name__,
                    "fields": list(command),
                }
            )
        return made

    def key(self, version: int) -> str:
        """A key for each version. Ids follow from keys, and the logs of all schemas
        must fit into one store; those of schema 1 were written without its number.
        """
        schema = f"schema {SCHEMA} " if SCHEMA > 1 else ""
        source = random.Random(f"{schema}{self.name} {version}")  # noqa: S311
        bits = source.getrandbits(128)
        return str(UUID(int=bits, version=4))

    def command(self, state: State) -> TakeTiles | PlaceTile:
        """Quick to fill lines, so that games are short; now and then anything."""
        if state.current_seat is None:
            place = self.choices.choice(legal_placements(state))
            return PlaceTile(place.seat, place.line, self.choices.choice(place.columns))
        seat = state.current_seat
        moves = list(legal_moves(state))
        self.choices.shuffle(moves)
        if self.choices.random() < 0.8:
            moves.sort(key=lambda move: waste(state, move))
        dropped = 0
        if moves[0].line is not None and self.choices.random() < 0.05:
            dropped = min(1, tiles(state, moves[0]) - 1)
        return TakeTiles(seat, *moves[0], dropped=dropped)

    def expected(self, made: Creation) -> dict[str, Any]:
        """What is to be found in the log: its head, some commands, some states."""
        versions = self.reader.current(made.game.id).version
        placed = [c["version"] for c in self.commands if c["type"] == "PlaceTile"]
        tiling = {version - 1 for version in placed[:1]}
        keyed = [c for c in self.commands if c["key"]]
        return {
            "secret": SECRET,
            "game_id": made.game.id,
            "versions": versions,
            "tokens": made.tokens,
            "creation": {"key": self.key(1), **msgspec.to_builtins(self.order)},
            "commands": [keyed[0], *[c for c in keyed if c["version"] in placed][:1]],
            "states": {
                version: state_at(self.reader, made.game.id, version)
                for version in sorted({1, versions // 2, *tiling, versions})
            },
        }

    def fields(self, made: Creation) -> list[dict[str, str]]:
        return [
            {name.decode(): value.decode() for name, value in fields.items()}
            for _, fields in self.redis.xrange(log_key(made.game.id))
        ]


def waste(state: State, move: Move) -> tuple[int, int]:
    """Tiles that fall, then spaces that stay free: the fewer the better."""
    if move.line is None:
        return tiles(state, move) + 5, 0
    assert state.current_seat is not None
    held = state.players[state.current_seat].pattern_lines[move.line].count
    free = move.line + 1 - held - tiles(state, move)
    return max(0, -free), max(0, free)


def tiles(state: State, move: Move) -> int:
    source = state.center if move.display is None else state.displays[move.display]
    return source.count(move.color)


def state_at(reader: Reader, game_id: str, version: int) -> dict[str, Any]:
    """A version as clients see it, without what is long and follows from the rest."""
    document = game_document(reader.at(game_id, version))
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return {name: part for name, part in shown.items() if name not in LEFT_OUT}


@contextmanager
def fixed_chance(name: str) -> Iterator[None]:
    """What the system's chance and clock give follows from `name`."""
    source = random.Random(f"chance of {name}")  # noqa: S311 -- published on purpose
    with ExitStack() as patches:
        for module in (os, random):
            word = "urandom" if module is os else "_urandom"
            patches.enter_context(patch.object(module, word, source.randbytes))
        patches.enter_context(patch.object(time, "time", lambda: NOON / 1000))
        yield


def written(value: Any, depth: int) -> str:
    """JSON with a line for each member, down to `depth`."""
    if depth == 0 or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    members = (f'"{name}": {written(part, depth - 1)}' for name, part in value.items())
    return "{\n" + ",\n".join(members) + "\n}"


def main(folder: Path) -> None:
    """Write `<game>.jsonl`, the log, and `<game>.json`, what is found in it, for each
    game that has not both.
    """
    folder.mkdir(exist_ok=True)
    for name in GAMES:
        log_file, found_file = folder / f"{name}.jsonl", folder / f"{name}.json"
        if log_file.exists() and found_file.exists():
            continue
        maker = Maker(name)
        with fixed_chance(name):
            made = maker.play()
        with log_file.open("x", encoding="utf-8") as log:
            log.writelines(written(each, 0) + "\n" for each in maker.fields(made))
        with found_file.open("x", encoding="utf-8") as found:
            found.write(written(maker.expected(made), 2) + "\n")


if __name__ == "__main__":
    main(FOLDER / f"schema_{SCHEMA}")
