"""Random games, played by the rules alone and always the same for a seed."""

import random
from dataclasses import dataclass

from service.play.chance import SeededChance
from service.rules import CreateGame, TakeTiles, carry_out, legal_moves

NAMES = ("Ana", "Rui", "Eva", "Gil")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: what it was created from and every move, in order."""

    names: tuple[str, ...]
    seed: str
    moves: list[TakeTiles]


def play(players: int, seed: str) -> Played:
    """A whole game on the colored board, seat 0 first, each move drawn from all legal
    ones.
    """
    chooser = random.Random(seed)  # noqa: S311 -- a repeatable choice is wanted
    chance = SeededChance(seed, "salt", seeded=True)
    names = NAMES[:players]
    state = carry_out(None, CreateGame(names, "colored", 0), chance).state
    moves = []
    while state.current_seat is not None:
        move = TakeTiles(state.current_seat, *chooser.choice(legal_moves(state)))
        state = carry_out(state, move, chance).state
        moves.append(move)
    return Played(names, seed, moves)


def play_one_of(players: int, lengths: range) -> Played:
    """The first game that has a length (in moves) among `lengths`."""
    number = 0
    while True:
        game = play(players, f"game {number}")
        if len(game.moves) in lengths:
            return game
        number += 1
