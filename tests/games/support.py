"""Processes of the service, and games to play in them."""

import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

from service.credentials.keyring import Keyring
from service.games.cache import GameCache
from service.games.game import Game
from service.games.reader import Reader
from service.games.service import Creation, GameOptions, GameService, Outcome
from service.games.writer import Writer
from service.rules import (
    Command,
    PlaceTile,
    State,
    TakeTiles,
    legal_moves,
    legal_placements,
)
from service.store import RedisGameLog
from service.store.redis_log import log_key
from testkit.fake_clock import FakeClock
from testkit.recorded_games import NAMES

SECRET = "known to all, since it is of the tests"  # noqa: S105
NEWER = "another, which came after the first one"
NOON = 1_790_000_000_000
"""Milliseconds since 1970."""


def key(number: int) -> str:
    """An idempotency key."""
    return str(UUID(int=number))


class Process:
    """What one process holds; it shares nothing with others but the store."""

    def __init__(
        self, redis: Any, *secrets: str, clock: Callable[[], int] | None = None
    ) -> None:
        self.log = RedisGameLog(redis)
        self.cache = GameCache(64)
        self.reader = Reader(self.log, self.cache)
        self.keyring = Keyring(secrets or (SECRET,))
        self.games = GameService(
            self.reader,
            Writer(self.log, self.cache),
            self.keyring,
            clock or FakeClock(NOON),
        )

    def create(self, key: str | None = None, **options: Any) -> Creation:
        """Create a game: two seats, colored, seat 0, a given seed, if not said."""
        return self.games.create(order(**options), key)

    def act(
        self, made: Creation, command: Command, key: str | None = None, **more: Any
    ) -> Outcome:
        """Send `command` with the token of its seat."""
        token = made.tokens[seat_of(command)]
        return self.act_with(made.game.id, token, lambda _: command, key, **more)

    def act_with(
        self,
        game_id: str,
        token: str,
        command_of: Callable[[int], Any],
        key: str | None = None,
        version: int | None = None,
    ) -> Outcome:
        """Send the command that `command_of` makes from the seat of `token`."""
        seat = self.games.authenticate(game_id, token)
        command = command_of(seat)
        return self.games.execute(game_id, command, key=key, if_version=version)

    def now(self, made: Creation) -> Game:
        return self.reader.current(made.game.id)

    def next(self, made: Creation) -> Command:
        """A command that is allowed now."""
        return allowed(self.now(made).state)

    def step(self, made: Creation, key: str | None = None, **more: Any) -> Outcome:
        """Play something that is allowed."""
        return self.act(made, self.next(made), key, **more)

    def play(
        self, made: Creation, until: Callable[[State], object], luck: int = 0
    ) -> Game:
        """Play at random until `until` is true of the state."""
        choices = random.Random(luck)  # noqa: S311 -- for moves, not for secrets
        game = self.now(made)
        while not until(game.state):
            game = self.act(made, allowed(game.state, choices.choice)).game
        return game


def order(
    players: int = 2,
    board: str = "colored",
    starting_seat: int | None = 0,
    seed: str | None = "a seed",
) -> GameOptions:
    return GameOptions(NAMES[:players], board, starting_seat, seed)


def seat_of(command: Command) -> int:
    assert isinstance(command, TakeTiles | PlaceTile)
    return command.seat


def allowed(
    state: State, choose: Callable[[Any], Any] = lambda choices: choices[0]
) -> Command:
    """One of the commands that are allowed in `state`."""
    if state.current_seat is not None:
        return TakeTiles(state.current_seat, *choose(legal_moves(state)))
    placement = choose(legal_placements(state))
    return PlaceTile(placement.seat, placement.line, choose(placement.columns))


def finished(state: State) -> bool:
    return state.phase == "finished"


def tiling(state: State) -> bool:
    return state.phase == "wall_tiling"


def at_table_end(state: State) -> bool:
    """Whether the next take, whichever it is, empties the table."""
    rest = [*filter(None, (*state.displays, state.center))]
    return len(rest) == 1 and len(set(rest[0])) == 1


def stored(redis: Any, made: Creation) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """A game's log as it lies in the store."""
    stream: list[tuple[bytes, dict[bytes, bytes]]] = redis.xrange(log_key(made.game.id))
    return stream


def rewind(redis: Any, made: Creation, version: int) -> None:
    """Make a game's log what it was at `version`, as a failover can."""
    stream = stored(redis, made)[:version]
    redis.delete(log_key(made.game.id))
    for entry_id, fields in stream:
        redis.xadd(log_key(made.game.id), fields, id=entry_id)
