"""Changing games: creation and commands, each safe to repeat.

Whoever acts, a person with a token or a part of the service itself, acts through
`GameService.execute`.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import SeededDraws
from service.games.encrypted_seed import EncryptedSeedDraws
from service.games.errors import Conflict, GameNotFound, KeyReused, VersionMismatch
from service.games.game import Commit, Game
from service.games.idempotency import IdempotentRequest
from service.games.reader import Reader
from service.games.writer import Writer
from service.rules import (
    CreateGame,
    Decision,
    Event,
    PlaceTile,
    Refused,
    TakeTiles,
    decide,
)
from service.store import Draft, StorageUnavailable

MAX_RETRIES: Final = 16
"""Fresh reads of the game, each followed by a decision: one more than others can be
faster where nobody waits for anybody, three seats with five lines each (R25).
"""

TOKENS_WITH_VERSION: Final = 0
"""The index of the canonical form of creations that gave out tokens with a version."""

Clock = Callable[[], int]
"""Gives milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What a game is created from; None leaves the choice to chance."""

    names: tuple[str, ...]
    board: str
    starting_seat: int | None
    seed: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command led to; `replayed` if an earlier attempt did so already."""

    commit: Commit
    replayed: bool

    @property
    def game(self) -> Game:
        """The game right after the command, whatever has happened since."""
        return self.commit.game

    @property
    def events(self) -> tuple[Event, ...]:
        return self.commit.events


@dataclass(frozen=True, slots=True)
class Creation:
    """A new game (at version 1) and its seats' tokens, in seat order."""

    game: Game
    tokens: Sequence[str]
    replayed: bool


class GameService:
    """All changes to games go through here."""

    def __init__(
        self, reader: Reader, writer: Writer, keyring: Keyring, clock: Clock
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._keyring = keyring
        self._clock = clock

    def create(self, options: GameOptions, key: str | None) -> Creation:
        """Create a game, or find the one that this idempotency key created.

        Raises `Refused`, `KeyReused` and the store's errors.
        """
        request = IdempotentRequest(self._keyring, key, *_canonical_forms(options))
        ids = self._keyring.game_ids(key) if key else [self._keyring.new_game_id()]
        for game_id in ids[1:]:
            if creation := self._created_earlier(game_id, request):
                return creation
        game = self._append_creation(ids[0], options, request)
        if game:
            return self._creation(game, TOKENS_WITH_VERSION, replayed=False)
        creation = self._created_earlier(ids[0], request)
        if creation is None:
            raise StorageUnavailable("the game was there a moment ago, and is gone")
        return creation

    def _append_creation(
        self, game_id: str, options: GameOptions, request: IdempotentRequest
    ) -> Game | None:
        """Append the first entry; None if the game exists already."""
        draws = _new_draws(options.seed)
        seat = options.starting_seat
        if seat is None:
            seat = draws.starting_seat(len(options.names))
        decision = decide(None, CreateGame(options.names, options.board, seat), draws)
        draft = Draft(
            at=self._clock(),
            by=None,
            key=request.field,
            encrypted_seed=self._keyring.encrypt_seed(draws),
            events=decision.events,
        )
        return self._writer.append(game_id, None, draft, decision.state)

    def _created_earlier(
        self, game_id: str, request: IdempotentRequest
    ) -> Creation | None:
        try:
            game = self._reader.at(game_id, 1)
        except GameNotFound:
            return None
        first = request.first_attempt(game)
        form = first.form if first else TOKENS_WITH_VERSION
        return self._creation(game, form, replayed=True)

    def _creation(self, game: Game, form: int, *, replayed: bool) -> Creation:
        """The answer to a creation that was stored in canonical form `form`."""
        tokens = self._keyring.seat_tokens(
            game.id,
            len(game.state.players),
            game.encrypted_seed,
            with_version=form == TOKENS_WITH_VERSION,
        )
        return Creation(game, tokens, replayed)

    def authenticate(self, game_id: str, token: str) -> int:
        """The seat of the game that `token` may act for.

        Raises `GameNotFound`, `TokenInvalid`, `WrongGame` and the store's errors.
        """
        self._reader.latest_known(game_id)
        return self._keyring.verify_token(game_id, token)

    def execute(
        self,
        game_id: str,
        command: TakeTiles | PlaceTile,
        *,
        key: str | None = None,
        if_version: int | None = None,
    ) -> Outcome:
        """Carry out `command` once, for the seat that it names.

        `if_version` is the only version to act on, None for any. The command is judged
        on the game as this process knows it, so that it usually costs one round trip;
        it is refused only after a fresh read of the log. Raises `GameError`s,
        `Refused` and the store's errors.
        """
        request = IdempotentRequest(self._keyring, key, repr(command))
        game = self._reader.latest_known(game_id)
        try:
            outcome = self._attempt(game, command, request, if_version)
        except (KeyReused, Refused, VersionMismatch):
            outcome = None
        retries = 0
        while outcome is None:
            if retries == MAX_RETRIES:
                raise Conflict(
                    "Other commands were always accepted first; this one was not "
                    "applied. Read the game and try again."
                )
            game = self._reader.current(game_id)
            outcome = self._attempt(game, command, request, if_version)
            retries += 1
        return outcome

    def _attempt(
        self,
        game: Game,
        command: TakeTiles | PlaceTile,
        request: IdempotentRequest,
        if_version: int | None,
    ) -> Outcome | None:
        """Carry out `command` in `game`; None if its log no longer ends there."""
        if first := request.first_attempt(game):
            return self._earlier_outcome(game, first.version)
        if if_version not in (None, game.version):
            raise VersionMismatch(game.version)
        draws = EncryptedSeedDraws(game, self._keyring)
        decision = decide(game.state, command, draws)
        draft = self._draft(command.seat, request, decision)
        after = self._writer.append(game.id, game, draft, decision.state)
        if after is None:
            return None
        return Outcome(Commit(after, decision.events), replayed=False)

    def _draft(
        self, seat: int, request: IdempotentRequest, decision: Decision
    ) -> Draft:
        return Draft(self._clock(), seat, request.field, "", decision.events)

    def _earlier_outcome(self, game: Game, version: int) -> Outcome | None:
        """The first answer again, whatever happened since; None if the log has been
        rewound and does not hold it any more.
        """
        for commit in self._reader.commits_between(version - 1, game)[:1]:
            if commit.game.keys == game.keys[:version]:
                return Outcome(commit, replayed=True)
        return None


def _new_draws(seed: str | None) -> SeededDraws:
    salt = secrets.token_hex(16)
    if seed is None:
        return SeededDraws(secrets.token_hex(32), salt, seeded=False)
    return SeededDraws(seed, salt, seeded=True)


def _canonical_forms(options: GameOptions) -> tuple[str, str]:
    """What stored fingerprints of creations were made from; it must never change.

    A repeat gives the tokens of the first answer, so the form says which those were:
    games of before were created with tokens that named no version.
    """
    order = (options.names, options.board, options.starting_seat, options.seed)
    return f"create, tokens v1:{order!r}", f"create:{order!r}"
