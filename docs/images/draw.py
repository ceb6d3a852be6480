"""Draws the README's picture: `python docs/images/draw.py` from the project's root.

The game is always the same: its draws follow from a seed, its moves from a rule.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from service.credentials.seeded_draws import SeededDraws  # noqa: E402 -- found only now
from service.pictures import picture  # noqa: E402
from service.rules import (  # noqa: E402
    CreateGame,
    Move,
    State,
    TakeTiles,
    decide,
    legal_moves,
)

MOVES = 32
DRAWS = SeededDraws("azulejo", "salt", seeded=True)


def best(state: State) -> Move:
    """The move that fills a line with the fewest tiles left over or missing."""
    assert state.current_seat is not None
    lines = state.players[state.current_seat].pattern_lines

    def waste(move: Move) -> tuple[int, int]:
        source = state.center if move.display is None else state.displays[move.display]
        if move.line is None:
            return 9, 0
        free = move.line + 1 - lines[move.line].count
        return abs(source.count(move.color) - free), -move.line

    return min(legal_moves(state), key=waste)


def game(moves: int) -> State:
    """The table after so many moves."""
    create = CreateGame(("Ana", "Rui"), "colored", 0)
    state = decide(None, create, DRAWS).state
    for _ in range(moves):
        assert state.current_seat is not None
        take = TakeTiles(state.current_seat, *best(state))
        state = decide(state, take, DRAWS).state
    return state


if __name__ == "__main__":
    target = Path(__file__).with_name("board.svg")
    target.write_text(picture(game(MOVES)) + "\n", encoding="utf-8")
