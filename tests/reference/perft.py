"""Counting move sequences, the old way to compare two engines move by move."""

from tests.reference.engine import ReferenceGame


def perft(game: ReferenceGame, depth: int) -> int:
    """How many sequences of exactly depth commands can be played from here.

    Takes count with `dropped` 0 only; each column of a placement counts as one. A
    sequence that reaches the end of the game earlier does not count. The game given
    is not changed.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(children(game))
    return sum(perft(child, depth - 1) for child in children(game))


def children(game: ReferenceGame) -> list[ReferenceGame]:
    """The games one legal command further on, each a copy of its own."""
    found = []
    for move in game.legal_moves():
        child = game.copy()
        child.take(game.table["current_seat"], **move)
        found.append(child)
    for placement in game.legal_placements():
        for column in placement["columns"]:
            child = game.copy()
            child.place(placement["seat"], placement["line"], column)
            found.append(child)
    return found
