"""Random games, played by the rules alone and always the same for a seed."""

import random
from dataclasses import dataclass

from service.credentials.seeded_draws import SeededDraws
from service.rules import CreateGame, TakeTiles, decide, legal_moves
from testkit.recorded_games import NAMES


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
    randomness = SeededDraws(seed, "salt", seeded=True)
    names = NAMES[:players]
    state = decide(None, CreateGame(names, "colored", 0), randomness).state
    moves = []
    while state.current_seat is not None:
        move = TakeTiles(state.current_seat, *chooser.choice(legal_moves(state)))
        state = decide(state, move, randomness).state
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
