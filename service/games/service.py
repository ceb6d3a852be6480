"""Changing games: creation and commands, each safe to repeat.

All commands, of players and of the service itself, go through `GameService.execute`.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from service.credentials.keyring import TOKEN_VERSIONS, Keyring
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
"""How often a command is decided again on a fresh read: one time more than the other
three seats can place their five lines first, when all place at the same time (R25).
"""

CREATION_FORMS: Final = {"v1.": "create, tokens v1:", "": "create:"}
"""How the canonical form of a creation begins, by the version of its tokens. Repeats
are recognized by these texts, so none of them ever changes."""

Clock = Callable[[], int]
"""Returns milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a new game; a seat or seed of None is chosen at random."""

    names: tuple[str, ...]
    board: str
    starting_seat: int | None
    seed: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The commit of a command; `replayed` if an earlier attempt had made it already."""

    commit: Commit
    replayed: bool

    @property
    def game(self) -> Game:
        """The game right after the command, even if it has changed since."""
        return self.commit.game

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the command."""
        return self.commit.events


@dataclass(frozen=True, slots=True)
class Creation:
    """A new game (at version 1) and its tokens, in seat order."""

    game: Game
    tokens: Sequence[str]
    replayed: bool


class GameService:
    """Makes all changes to games."""

    def __init__(
        self, reader: Reader, writer: Writer, keyring: Keyring, clock: Clock
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._keyring = keyring
        self._clock = clock

    def create(self, options: GameOptions, key: str | None) -> Creation:
        """Create a game, or return the one that was created with idempotency key `key`.

        Raises `Refused`, `KeyReused` and the store's errors.
        """
        request = IdempotentRequest(self._keyring, key, *_canonical_forms(options))
        ids = self._keyring.game_ids(key) if key else [self._keyring.new_game_id()]
        for game_id in ids[1:]:
            if creation := self._created_earlier(game_id, request):
                return creation
        game = self._append_creation(ids[0], options, request)
        if game:
            return self._creation(game, TOKEN_VERSIONS[0], replayed=False)
        creation = self._created_earlier(ids[0], request)
        if creation is None:
            raise StorageUnavailable("the log of the new game was deleted")
        return creation

    def _append_creation(
        self, game_id: str, options: GameOptions, request: IdempotentRequest
    ) -> Game | None:
        """Append the first entry of a game; None if the game exists already."""
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
        version = TOKEN_VERSIONS[first.form if first else 0]
        return self._creation(game, version, replayed=True)

    def _creation(self, game: Game, version: str, *, replayed: bool) -> Creation:
        """The outcome of a creation that is answered with tokens of `version`."""
        tokens = self._keyring.seat_tokens(
            game.id,
            len(game.state.players),
            game.encrypted_seed,
            version=version,
        )
        return Creation(game, tokens, replayed)

    def authenticate(self, game_id: str, token: str) -> int:
        """The seat of the game that `token` belongs to.

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
        """Carry out `command` exactly once, for the seat that it names.

        With `if_version`, the game must be at that version. The command is first judged
        on the cached game, so that it usually takes one round trip; it is refused only
        after a fresh read of the log. Raises `GameError`s, `Refused` and the store's
        errors.
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
                    "Other commands were accepted first, and this one was not applied. "
                    "Read the game and send the command again."
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
        """Carry out `command` on `game`; None if its log has gone on from there."""
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
        """The outcome of the first attempt, which led to `version`; None if the log was
        rewound and does not contain it any more.
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


def _canonical_forms(options: GameOptions) -> list[str]:
    """The forms of a creation that fingerprints are made from, as in `TOKEN_VERSIONS`.

    A repeat returns the tokens of the first response, so the form says which those
    were: games of earlier releases were created with tokens of an earlier version.
    """
    order = (options.names, options.board, options.starting_seat, options.seed)
    return [f"{CREATION_FORMS[version]}{order!r}" for version in TOKEN_VERSIONS]
