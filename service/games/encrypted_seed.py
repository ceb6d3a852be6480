"""The draws of a stored game, whose seed is encrypted in its log."""

from functools import cached_property

from service.credentials.errors import SeedDecryptionError
from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import SeededDraws
from service.games.game import Game
from service.rules import Color, Counts, Randomness
from service.store import CorruptLog


class EncryptedSeedDraws(Randomness):
    """Draws for `game`; the seed is decrypted only when a draw is needed."""

    def __init__(self, game: Game, keyring: Keyring) -> None:
        self._game = game
        self._keyring = keyring

    @cached_property
    def _draws(self) -> SeededDraws:
        try:
            seed, salt = self._keyring.decrypt_seed(self._game.encrypted_seed)
        except SeedDecryptionError as error:
            raise CorruptLog(self._game.id, 1, str(error)) from error
        return SeededDraws(seed, salt, self._game.state.seeded)

    @property
    def seeded(self) -> bool:
        return self._game.state.seeded

    @property
    def seed_hash(self) -> str:
        return self._game.state.seed_hash

    @property
    def seed(self) -> str:
        return self._draws.seed

    @property
    def seed_salt(self) -> str:
        return self._draws.seed_salt

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        return self._draws.draw(round, index, bag)
