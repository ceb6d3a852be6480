"""The rules and an independent engine, written from the same rulings, agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules import BOARDS, TakeTiles
from service.rules.standings import final_result
from tests.reference import fixed_deal, seeded_draw
from tests.reference.ending import result as reference_result
from tests.rules.games import at_random, commands, dice, examples
from tests.rules.lockstep import Pair, plain
from tests.rules.support import player, table, tiles

TABLES = pytest.mark.parametrize(
    ("board", "seats"), [(board, seats) for board in BOARDS for seats in (2, 3, 4)]
)
SEEDS = st.integers(0, 2**32)
"""A smaller one makes no simpler game, so failing ones are not shrunk."""


def games(pair, seed):
    """Play a random game in both engines, pausing after each command."""
    choose = at_random(dice(seed), clumsy=seed % 5)
    while pair.state.phase != "finished":
        pair.play(choose(pair.state, commands(pair.state)))
        yield pair


@TABLES
@given(seed=SEEDS)
@examples(5, shrink=False)
def test_states_and_events_are_the_same_at_every_version(board, seats, seed):
    pair = Pair(board, seats, seeded_draw(seed), starting_seat=seed % seats)
    pair.assert_equal()

    for _ in games(pair, seed):
        pair.assert_equal()


@TABLES
@given(seed=SEEDS)
@examples(4, shrink=False)
def test_every_command_is_answered_alike_also_with_its_reason(board, seats, seed):
    pair = Pair(board, seats, seeded_draw(seed), starting_seat=seed % seats)
    sampled = dice(seed)

    for _ in games(pair, seed):
        one_in = {"factory_offer": 40, "wall_tiling": 8, "finished": 1}
        if sampled.randrange(one_in[pair.state.phase]) == 0:
            pair.assert_same_answers()


WALLS = [[], ["byrkw"], ["byrkw", "wbyrk"], ["b", "w", "k", "r", "y"], ["byrk.", "wb"]]


@pytest.mark.parametrize("board", ["colored", "gray"])
@given(
    boards=st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(WALLS)), min_size=2, max_size=4
    )
)
def test_r21_r22_r33_both_find_the_same_winners_and_ranks(board, boards):
    """Ties are rare at the end of random games, so these are made up."""
    drawn = [
        player(wall=[row.ljust(5, ".") for row in wall], score=score)
        for score, wall in boards
    ]

    ours = final_result(table(*drawn, board=board), "row_completed")

    walls = [{"score": one.score, "wall": plain(one.wall)} for one in drawn]
    assert plain(ours) == reference_result(board, walls, "row_completed")


@pytest.mark.parametrize("board", BOARDS)
def test_r07_both_know_the_marker_that_finds_no_space(board):
    """Chance would hardly ever get there: eight tiles, and then the center first."""
    deal = ["bbbb", "yyyy", "rrrr", "kkkk", "wwwr"]
    pair = Pair(board, 2, fixed_deal([*map(list, map(tiles, deal))]))

    for seat, display, color in [
        (0, 0, "blue"),
        (1, 4, "white"),
        (0, 1, "yellow"),
        (1, 2, "red"),
        (0, None, "red"),
        (1, 3, "black"),
    ]:
        pair.play(TakeTiles(seat, display, color, line=None))
        pair.assert_equal()

    assert pair.state.starting_seat == 0
