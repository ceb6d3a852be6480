"""Whole games, played by anyone who can choose among commands."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, cast

from hypothesis import Phase, settings

from service.rules import (
    COLORS,
    SIZE,
    Color,
    Command,
    Counts,
    CreateGame,
    Event,
    PlaceTile,
    Randomness,
    Refused,
    State,
    TakeTiles,
    decide,
    legal_moves,
    legal_placements,
)
from tests.reference import seeded_draw
from tests.reference.draws import Draw
from tests.rules.support import NAMES, Dealer

DEEP = settings().max_examples > 100
"""Whether the profile asks for more than the usual number of examples."""
TRIED_DROPS = 5
"""Every number of dropped tiles up to this one is tried; a center can hold more."""
MOST_VERSIONS = 20_000
"""More than any game can have; a game that gets there would never end."""


class Version(NamedTuple):
    """A command, what it brought about, and the state after it."""

    command: Command
    events: tuple[Event, ...]
    state: State


class Game(list[Version]):
    """All versions of a game, too many to be printed when a test fails."""

    def __repr__(self) -> str:
        state = self[-1].state
        return f"<{len(self)} versions, {state.board.name}, {len(state.players)} seats>"


Chooser = Callable[[State, Sequence[Command]], Command]


class SameDraws:
    """The reference engine's draws, for the rules: both get the same tiles."""

    seeded = True
    seed_hash = "hash"
    seed = "seed"
    seed_salt = "salt"

    def __init__(self, draw: Draw) -> None:
        self.of_reference = draw

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        return cast("Color", self.of_reference(round, index, bag._asdict()))


def commands(state: State) -> list[Command]:
    """All that may be played now, without dropping tiles on purpose."""
    if state.current_seat is not None:
        seat = state.current_seat
        return [TakeTiles(seat, *move) for move in legal_moves(state)]
    return [
        PlaceTile(seat, line, column)
        for seat, line, columns in legal_placements(state)
        for column in columns
    ]


def command_space(state: State, beyond: int = 0) -> Iterator[Command]:
    """Every command that could be sent, legal or not, up to TRIED_DROPS.

    The display after the last is always among them; `beyond` more in both directions
    of all that is counted, except the seats of placements.
    """
    seats = range(-beyond, len(state.players) + beyond)
    displays = [*range(-beyond, len(state.displays) + 1), None]
    spaces = range(-beyond, SIZE + beyond)
    dropped = range(-beyond, TRIED_DROPS + 1)
    takes = product(seats, displays, COLORS, [*spaces, None], dropped)
    yield from map(TakeTiles._make, takes)
    places = product(range(len(state.players)), spaces, spaces)
    yield from map(PlaceTile._make, places)


def answer(state: State, command: Command) -> str | None:
    """Why the command is refused; None if it is accepted."""
    try:
        decide(state, command, Dealer())
    except Refused as refused:
        return refused.code
    return None


def most_dropped(state: State, command: Command) -> int:
    """How many of the tiles that a legal take would take may be dropped (R10)."""
    if not isinstance(command, TakeTiles) or command.line is None:
        return 0
    display = command.display
    source = state.center if display is None else state.displays[display]
    return source.count(command.color) - 1


def play(
    create: CreateGame, choose: Chooser, randomness: Randomness
) -> Iterator[Version]:
    """The versions of a game from its creation to its end."""
    state: State | None = None
    command: Command = create
    for _ in range(MOST_VERSIONS):
        events, state = decide(state, command, randomness)
        yield Version(command, events, state)
        if state.phase == "finished":
            return
        command = choose(state, commands(state))
    raise AssertionError("the game does not end")


def dice(seed: str | int) -> random.Random:
    """Choices that look random and follow from the seed."""
    return random.Random(seed)  # noqa: S311 -- a game, no secret


def at_random(rng: random.Random, clumsy: int = 0) -> Chooser:
    """Any command, with some tiles dropped on purpose now and then.

    In `clumsy` of 6 turns all taken tiles go to the floor line, which fills then.
    """

    def choose(state: State, options: Sequence[Command]) -> Command:
        if clumsy and rng.randrange(6) < clumsy:
            options = to_the_floor(options) or options
        command = options[rng.randrange(len(options))]
        dropped = most_dropped(state, command)
        if isinstance(command, TakeTiles) and dropped and rng.randrange(4) == 0:
            return command._replace(dropped=rng.randrange(dropped + 1))
        return command

    return choose


def to_the_floor(options: Sequence[Command]) -> list[Command]:
    """The takes among them that name no line."""
    return [one for one in options if isinstance(one, TakeTiles) and one.line is None]


def random_game(board: str, seats: int, seed: int, starting_seat: int = 0) -> Game:
    """A whole game that follows from the seed."""
    create = CreateGame(NAMES[:seats], board, starting_seat)
    return Game(play(create, at_random(dice(seed)), SameDraws(seeded_draw(seed))))


def examples(number: int, *, shrink: bool = True) -> settings:
    """`number` of examples where the profile tries 100, and in proportion elsewhere.

    `shrink` says whether to look for a simpler one that fails too.
    """
    return settings(
        max_examples=max(1, number * settings().max_examples // 100),
        phases=[phase for phase in Phase if shrink or phase is not Phase.shrink],
    )
