"""The chance of a stored game, whose seed lies sealed in its log."""

from functools import cached_property

from service.play.chance import SeededChance
from service.play.game import Game
from service.play.vault import SealBroken, Vault
from service.rules import Chance, Color, Counts
from service.store import CorruptLog


class SealedChance(Chance):
    """Draws for `game`; the seal is opened only when a draw is needed."""

    def __init__(self, game: Game, vault: Vault) -> None:
        self._game = game
        self._vault = vault

    @cached_property
    def _chance(self) -> SeededChance:
        try:
            seed, salt = self._vault.open(self._game.seal)
        except SealBroken as error:
            raise CorruptLog(self._game.id, 1, str(error)) from error
        return SeededChance(seed, salt, self._game.state.seeded)

    @property
    def seeded(self) -> bool:
        return self._game.state.seeded

    @property
    def seed_hash(self) -> str:
        return self._game.state.seed_hash

    @property
    def seed(self) -> str:
        return self._chance.seed

    @property
    def seed_salt(self) -> str:
        return self._chance.seed_salt

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        return self._chance.draw(round, index, bag)
