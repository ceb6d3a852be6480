"""A second Azul, written only to disagree with the first.

This package plays the same game as the service, from the same rulings, and shares
not one line with it: no import from the service, no table, no function. Where both
give the same states, events and refusals for the same commands, a mistake would
have to be made twice, independently, to go unnoticed.

So it is slow and obvious on purpose. Everything is a plain dict or list, changed in
place. Legal moves are found by trying every command there is on a copy. Runs on the
wall are walked. The boards are written out space by space. After every single event
all tiles are counted again. When this engine and the service differ, read this one
beside the rulings first: it should be possible to see at a glance who is right.

    game = ReferenceGame(["Ana", "Rui"], "gray", 0, seeded_draw("any text"))
    game.take(0, display=3, color="red", line=2)
    game.place(0, line=2, column=1)        # raises Illegal if the rules forbid it
    game.state(); game.events; game.legal_moves(); game.legal_placements()

    tables    the colors and the boards, literally
    walls     runs, allowed columns, complete rows, columns and colors
    legality  why a command is refused, in the order the reasons are looked at
    engine    ReferenceGame: the commands, and the lists of legal ones
    offer     lifting tiles off a display or the center, and letting them fall
    tiling    complete lines onto the wall or, where none is allowed, to the floor
    rounds    floor costs, the refill, and whether the game is over
    ending    bonuses, standings, winners
    checks    what must be true after every event
    view      the public state
    draws     which tile comes out of the bag: by a seed, or as dealt
    perft     how many move sequences there are to a given depth
    positions hands for the tests: laying out a table tile by tile
"""

from tests.reference.draws import fixed_deal, seeded_draw
from tests.reference.engine import ReferenceGame
from tests.reference.legality import Illegal
from tests.reference.perft import perft

__all__ = ["Illegal", "ReferenceGame", "fixed_deal", "perft", "seeded_draw"]
