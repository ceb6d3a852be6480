"""Counting all ways to play on, to some depth: both engines, and as pinned here.

A number here changes only if the rules do. `--hypothesis-profile deep` lets the slow
engine count every number, not only the smaller ones.
"""

import pytest

from service.rules import BOARDS, Randomness, State, decide
from tests.reference import fixed_deal, seeded_draw
from tests.reference import perft as reference_perft
from tests.rules.games import DEEP, at_random, commands, dice
from tests.rules.lockstep import Pair
from tests.rules.support import tiles

DEAL = "bbyy rrkk wwby rkww bbbb ykyr wwrk bwbw yyyr"

FROM_THE_DEAL = {
    2: [66, 3_960, 181_998],
    3: [102, 9_792, 856_224],
    4: [126, 15_120, 1_689_552],
}
"""Players: sequences of one, two, three takes. The walls are empty: on every board."""

NEAR_THE_END_OF_ROUND_3 = {
    ("colored", 2): [4, 6, 356, 14_779, 659_295],
    ("colored", 3): [5, 5, 238, 16_259, 822_707],
    ("colored", 4): [5, 5, 331, 16_885, 1_360_772],
    ("gray", 2): [4, 6, 42, 224, 1_056, 23_376],
    ("gray", 3): [6, 14, 140, 1_520, 15_574, 145_980],
    ("gray", 4): [3, 7, 84, 925, 8_547, 60_456],
    ("crystal_1", 2): [5, 9, 45, 216, 1_968, 64_812],
    ("crystal_1", 3): [3, 4, 32, 221, 1_287, 5_400],
    ("crystal_1", 4): [6, 9, 81, 552, 2_718, 33_588],
    ("crystal_2", 2): [5, 14, 84, 534, 2_682, 10_152],
    ("crystal_2", 3): [6, 14, 131, 1_144, 8_927, 59_688],
    ("crystal_2", 4): [3, 7, 73, 674, 5_142, 29_040],
}
"""Board and players: sequences of one, two, … commands when two takes are left.

They cross the tiling of walls that are half full, and the deal of round 4.
"""

FEW_ENOUGH = 250
"""Positions in which the slow engine tries all commands within a few seconds."""
TIMEOUT = 1_800 if DEEP else 120
"""Seconds."""


def perft(state: State, depth: int, randomness: Randomness) -> int:
    """How many sequences of `depth` commands there are from here."""
    options = commands(state)
    if depth == 1:
        return len(options)
    return sum(
        perft(decide(state, command, randomness).state, depth - 1, randomness)
        for command in options
    )


def assert_counts(pair: Pair, counts: list[int]) -> None:
    """Both engines count these sequences of one, two, … commands."""
    for depth, (count, positions) in enumerate(
        zip(counts, [1, *counts], strict=False), start=1
    ):
        assert perft(pair.state, depth, pair.randomness) == count
        if DEEP or positions <= FEW_ENOUGH:
            assert reference_perft(pair.reference, depth) == count


def dealt(board: str, seats: int, deal: str) -> Pair:
    """A game whose first displays are spelled out."""
    displays = [list(tiles(display)) for display in deal.split()]
    return Pair(board, seats, fixed_deal(displays[: 2 * seats + 1]))


def near_the_end_of_round_3(board: str, seats: int) -> Pair:
    """A random game, stopped when the next two takes may empty the table."""
    pair, choose = Pair(board, seats, seeded_draw(1)), at_random(dice(1))
    while pair.state.round < 3 or takes_left(pair.state) > 2:
        pair.play(choose(pair.state, commands(pair.state)))
    return pair


def takes_left(state: State) -> int:
    return sum(len(set(tiles)) for tiles in (*state.displays, state.center))


@pytest.mark.timeout(TIMEOUT)
@pytest.mark.parametrize("seats", FROM_THE_DEAL)
def test_as_many_ways_lead_on_from_a_deal_as_the_reference_finds(seats):
    assert_counts(dealt("gray", seats, DEAL), FROM_THE_DEAL[seats])


@pytest.mark.parametrize("seats", FROM_THE_DEAL)
@pytest.mark.parametrize("board", BOARDS)
def test_in_the_first_round_the_board_makes_no_difference(board, seats):
    pair = dealt(board, seats, DEAL)

    assert perft(pair.state, 2, pair.randomness) == FROM_THE_DEAL[seats][1]


@pytest.mark.timeout(TIMEOUT)
@pytest.mark.parametrize(("board", "seats"), NEAR_THE_END_OF_ROUND_3)
def test_as_many_ways_lead_into_the_next_round_as_the_reference_finds(board, seats):
    pair = near_the_end_of_round_3(board, seats)

    assert takes_left(pair.state) <= 2
    assert_counts(pair, NEAR_THE_END_OF_ROUND_3[board, seats])


def test_displays_of_one_color_can_be_counted_by_hand():
    """Five displays on six lines, then four.

    The third take has three displays and six lines if the first went to the floor
    line; else five, since one line then holds another color.
    """
    pair = dealt("colored", 2, "bbbb yyyy rrrr kkkk wwww")

    assert perft(pair.state, 1, pair.randomness) == 5 * 6
    assert perft(pair.state, 2, pair.randomness) == 5 * 6 * 4 * 6
    assert perft(pair.state, 3, pair.randomness) == 5 * 4 * 6 * (3 * 6 + 5 * 3 * 5)


def test_counting_changes_nothing():
    pair = near_the_end_of_round_3("gray", 2)

    perft(pair.state, 4, pair.randomness)

    pair.assert_equal()
