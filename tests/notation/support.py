"""Games as the service records them, with times, names and seeds."""

from collections.abc import Callable, Sequence
from itertools import accumulate, islice
from random import Random

from hypothesis import strategies as st

from service.credentials.seeded_draws import SeededDraws
from service.formats.text import name_problem
from service.notation import RecordedVersion
from service.rules import (
    BOARDS,
    Command,
    CreateGame,
    PlaceTile,
    State,
    TakeTiles,
)
from tests.rules.games import Chooser, at_random, dice, play
from tests.rules.support import NAMES

SALT = "a5debc5872a93d5f23e3d021be4fbd81"
START = 1_777_919_400_125
"""2026-05-04T18:30:00.125Z"""

ODD_NAMES = (
    'Ana "the wall" Reis',
    "back\\slash\\",
    "[Player0]",
    "{no comment}; none",
    "| * 1. end",
    "👩🏽‍🚀 ünï",
    "דנה",
    "\u202eturned\u2069",
    "\ufeff'",
    " ",
)
HOSTILE = '"\\[]{};|*\u202e\u2066\ufeff\u200d👩רx '


def record(
    seed: int = 1,
    board: str = "colored",
    names: Sequence[str] = NAMES[:2],
    start: int = 0,
    *,
    until: int | None = None,
    created: int = START,
    pauses: Callable[[Random], int] = lambda rng: rng.randrange(30_000),
    choose: Callable[[Random], Chooser] = at_random,
    seeded: bool = False,
) -> tuple[RecordedVersion, ...]:
    """A game that follows from the seed, up to version `until`, to the end if None."""
    rng = dice(seed)
    randomness = SeededDraws(f"seed {seed}", SALT, seeded)
    create = CreateGame(tuple(names), board, start)
    played = islice(play(create, choose(rng), randomness), until)
    events = [version.events for version in played]
    waits = [pauses(rng) for _ in events[1:]]
    times = accumulate(waits, initial=created)
    return tuple(map(RecordedVersion, times, events))


def sensible(rng: Random) -> Chooser:
    """Players who fill their lines and drop little, as people do."""

    def choose(state: State, options: Sequence[Command]) -> Command:
        rated = [(_worth(state, command), rng.random(), command) for command in options]
        return max(rated, key=lambda rating: rating[:2])[2]

    return choose


def _worth(state: State, command: Command) -> int:
    if isinstance(command, PlaceTile):
        color = state.players[command.seat].pattern_lines[command.line].color
        on_colored_wall = BOARDS["colored"].wall[command.line][command.column]
        return color == on_colored_wall  # so that no wall locks up
    assert isinstance(command, TakeTiles)
    source = (
        state.center if command.display is None else state.displays[command.display]
    )
    taken = source.count(command.color)
    if command.line is None:
        return -3 * taken
    room = command.line + 1 - state.players[command.seat].pattern_lines[command.line][1]
    return 4 * min(taken, room) - 6 * max(0, taken - room) - 3 * max(0, room - taken)


names = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(st.sampled_from(HOSTILE), min_size=1, max_size=40),
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]),
        min_size=1,
        max_size=40,
    ),
).filter(lambda name: name_problem(name) is None)
pauses = st.sampled_from(
    [
        lambda rng: 0,
        lambda rng: rng.choice([0, 1, 999, 86_400_000_000]),
        lambda rng: rng.randrange(100_000),
    ]
)


@st.composite
def games(draw) -> tuple[RecordedVersion, ...]:
    """Any game on any board, whole or so far."""
    players = draw(st.lists(names, min_size=2, max_size=4))
    return record(
        draw(st.integers(0, 2**32)),
        draw(st.sampled_from([*BOARDS])),
        players,
        draw(st.integers(0, len(players) - 1)),
        until=draw(st.one_of(st.none(), st.integers(1, 80))),
        created=draw(st.integers(0, 4_000_000_000_000)),
        pauses=draw(pauses),
        seeded=draw(st.booleans()),
    )
