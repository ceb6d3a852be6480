"""Changing games: creation and the players' commands, each safe to repeat."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from service.play.chance import SeededChance
from service.play.errors import Conflict, GameNotFound, KeyReused, VersionMismatch
from service.play.game import Game
from service.play.reader import Reader
from service.play.retries import Request
from service.play.sealed import SealedChance
from service.play.vault import Vault
from service.play.writer import Writer
from service.rules import Command, CreateGame, Event, Refused, decide
from service.store import Draft, StorageUnavailable

TRIES: Final = 16
"""Fresh looks at the game, each followed by a decision: one more than others can be
faster where nobody waits for anybody, three seats with five lines each (R25).
"""


@dataclass(frozen=True, slots=True)
class Order:
    """What a game is created from; None leaves the choice to chance."""

    names: tuple[str, ...]
    board: str
    starting_seat: int | None
    seed: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request brought about: its events, and the game right after them.

    `replayed` says that it did so earlier and this is the same answer again.
    """

    game: Game
    events: tuple[Event, ...]
    replayed: bool


@dataclass(frozen=True, slots=True)
class Creation:
    """A new game (at version 1) and its seats' tokens, in seat order."""

    game: Game
    tokens: Sequence[str]
    replayed: bool


Clock = Callable[[], int]
"""Milliseconds since 1970."""


class Games:
    """All changes to games go through here."""

    def __init__(
        self, reader: Reader, writer: Writer, vault: Vault, clock: Clock
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._vault = vault
        self._clock = clock

    def create(self, order: Order, key: str | None) -> Creation:
        """Create a game, or find the one that this key created.

        Raises `Refused`, `KeyReused` and the store's errors.
        """
        request = Request(self._vault, key, f"create:{_canonical(order)}")
        ids = self._vault.game_ids(key) if key else [self._vault.new_game_id()]
        for earlier in ids[1:]:
            if creation := self._created_earlier(earlier, request):
                return creation
        chance = _new_chance(order.seed)
        game = self._start(ids[0], order, request, chance)
        if game:
            return self._creation(game, replayed=False)
        creation = self._created_earlier(ids[0], request)
        if creation is None:
            raise StorageUnavailable("the game was there a moment ago, and is gone")
        return creation

    def _start(
        self, game_id: str, order: Order, request: Request, chance: SeededChance
    ) -> Game | None:
        """Write the first entry; None if the game exists already."""
        seat = order.starting_seat
        if seat is None:
            seat = chance.starting_seat(len(order.names))
        events = decide(None, CreateGame(order.names, order.board, seat), chance)
        draft = self._draft(None, request, events, seal=self._vault.seal(chance))
        return self._writer.begin(game_id, draft)

    def _created_earlier(self, game_id: str, request: Request) -> Creation | None:
        try:
            game = self._reader.at(game_id, 1)
        except GameNotFound:
            return None
        request.answered_in(game)
        return self._creation(game, replayed=True)

    def _creation(self, game: Game, *, replayed: bool) -> Creation:
        seats = len(game.state.players)
        tokens = self._vault.tokens(game.id, seats, game.seal)
        return Creation(game, tokens, replayed)

    def act(
        self,
        game_id: str,
        token: str,
        command_of: Callable[[int], Command],
        key: str | None = None,
        version: int | None = None,
    ) -> Outcome:
        """Carry out the command of whoever holds `token`, once.

        `command_of` makes the command from the seat. `version` is the only one the
        client is willing to act on, None for any. Judged on the game as this process
        knows it, so that the usual command costs one round trip; whatever speaks
        against it is said only after a fresh look at the log. Raises `PlayError`s,
        `Refused` and the store's errors.
        """
        game = self._reader.known(game_id) or self._reader.current(game_id)
        seat = self._vault.seat(game_id, token)
        command = command_of(seat)
        request = Request(self._vault, key, repr(command))
        try:
            outcome = self._attempt(game, seat, command, request, version)
        except (KeyReused, Refused, VersionMismatch):
            outcome = None
        tries = 0
        while outcome is None:
            if tries == TRIES:
                raise Conflict(
                    "Others kept moving at the same moment; nothing was played."
                )
            game = self._reader.current(game_id)
            outcome = self._attempt(game, seat, command, request, version)
            tries += 1
        return outcome

    def _attempt(
        self,
        game: Game,
        seat: int,
        command: Command,
        request: Request,
        version: int | None,
    ) -> Outcome | None:
        """Play `command` in `game`; None if the log does not end there any more."""
        if (earlier := request.answered_in(game)) is not None:
            return self._earlier_outcome(game, earlier)
        if version not in (None, game.version):
            raise VersionMismatch(game.version)
        events = decide(game.state, command, SealedChance(game, self._vault))
        after = self._writer.append(game, self._draft(seat, request, events))
        return Outcome(after, events, replayed=False) if after else None

    def _earlier_outcome(self, game: Game, version: int) -> Outcome | None:
        """The first answer again, whatever happened since; None if the log has been
        rewound and does not hold it any more.
        """
        for step in self._reader.steps_to(game, version - 1)[:1]:
            if step.game.keys == game.keys[:version]:
                return Outcome(step.game, step.events, replayed=True)
        return None

    def _draft(
        self,
        by: int | None,
        request: Request,
        events: tuple[Event, ...],
        seal: str = "",
    ) -> Draft:
        return Draft(self._clock(), by, request.field, seal, events)


def _new_chance(seed: str | None) -> SeededChance:
    salt = secrets.token_hex(16)
    if seed is None:
        return SeededChance(secrets.token_hex(32), salt, seeded=False)
    return SeededChance(seed, salt, seeded=True)


def _canonical(order: Order) -> str:
    return repr((order.names, order.board, order.starting_seat, order.seed))
