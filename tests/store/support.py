"""Real entries to fill logs with, and ways to put damaged ones there."""

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from service.credentials.seeded_draws import SeededDraws
from service.rules import CreateGame, TakeTiles, decide, legal_moves
from service.store import START, Draft, Entry, GameLog, Position
from service.store.codec import DIGEST, Fields, _chain, decode, encode
from service.store.redis_log import log_key

GAME = "AAAAAAAAAAAAAAAAAAAAAA"
OTHER = "BBBBBBBBBBBBBBBBBBBBBB"
MOST = 40


@lru_cache
def drafts(versions: int, seed: str = "a") -> tuple[Draft, ...]:
    """What a game's first `versions` commands brought about (at most `MOST`)."""
    return tuple(_play(seed)[:versions])


@lru_cache
def _play(seed: str) -> Sequence[Draft]:
    randomness = SeededDraws(seed, "salt", seeded=True)
    choices = random.Random(seed)  # noqa: S311 -- for moves, not for secrets
    create = CreateGame(("Ana", "Žofie"), "colored", 0)
    events, state = decide(None, create, randomness)
    played = [Draft(1_000, None, "key.1", "encrypted", events)]
    while state.result is None and len(played) < MOST:
        seat = state.current_seat
        assert seat is not None
        move = choices.choice(legal_moves(state))
        events, state = decide(state, TakeTiles(seat, *move), randomness)
        n = len(played) + 1
        played.append(Draft(1_000 + n, seat, f"key.{n}", "", events))
    assert len(played) == MOST
    return played


def chain(
    drafts_: Iterable[Draft], game_id: str = GAME, previous: str = ""
) -> list[Fields]:
    """The stream fields of entries that follow one another, from the entry with digest
    `previous` on, or from the start.
    """
    chained: list[Fields] = []
    for draft in drafts_:
        chained.append(encode(game_id, previous, draft))
        previous = chained[-1][DIGEST].decode()
    return chained


def fill(log: GameLog, versions: int, game_id: str = GAME, seed: str = "a") -> str:
    """Append a game's first entries through the log; the digest of the last one."""
    position = START
    for draft in drafts(versions, seed):
        entry = log.append(game_id, position, draft)
        assert entry is not None
        position = Position(entry.version, entry.digest)
    return position.digest


def end_of(versions: int, game_id: str = GAME) -> Position:
    """Where a log of that many entries ends."""
    return Position(versions, entries(versions, game_id)[-1].digest)


def entries(versions: int, game_id: str = GAME, seed: str = "a") -> list[Entry]:
    """Those entries as they should be read back."""
    previous, found = "", []
    stream = chain(drafts(versions, seed), game_id)
    for version, fields in enumerate(stream, start=1):
        found.append(decode(game_id, previous, version, fields))
        previous = found[-1].digest
    return found


def put(redis: Any, stream: Iterable[Fields], game_id: str = GAME) -> None:
    """Replace a game's log by hand, as no code of the service ever would."""
    redis.delete(log_key(game_id))
    for version, fields in enumerate(stream, start=1):
        redis.xadd(log_key(game_id), fields, id=f"{version}-0")


def rechained(stream: Iterable[Fields]) -> list[Fields]:
    """The same fields with digests that fit: a forgery, or a fault of a program."""
    previous, found = GAME, []
    for fields in stream:
        found.append({**fields, DIGEST: _chain(previous, fields)})
        previous = found[-1][DIGEST].decode()
    return found
