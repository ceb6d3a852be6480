"""What is true of every game, however it is played."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules import (
    BOARDS,
    FULL_BAG,
    MARKER,
    REFUSAL_CODES,
    CreateGame,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    TilesTaken,
    audit,
    fold,
    legal_moves,
    legal_placements,
)
from tests.reference import seeded_draw
from tests.rules.games import (
    TRIED_DROPS,
    Game,
    SameDraws,
    answer,
    at_random,
    command_space,
    commands,
    examples,
    most_dropped,
    play,
)
from tests.rules.support import NAMES, census, fits

TABLES = pytest.mark.parametrize(
    ("board", "seats"), [(board, seats) for board in BOARDS for seats in (2, 3, 4)]
)


@st.composite
def games(draw, board, seats):
    """A whole game, each of its commands chosen by the test."""
    create = CreateGame(NAMES[:seats], board, draw(st.integers(0, seats - 1)))
    randomness = SameDraws(seeded_draw(draw(st.integers(0, 2**32))))
    rng = draw(st.randoms(use_true_random=False))
    choose = at_random(rng, clumsy=draw(st.integers(0, 4)))
    return Game(play(create, choose, randomness))


def for_games(number, *, shrink=True):
    """Let a test draw this many games for each board and each number of players."""
    choose = given(data=st.data())
    return lambda test: TABLES(examples(number, shrink=shrink)(choose(test)))


@for_games(10)
def test_r01_at_every_version_there_are_20_tiles_of_each_color(board, seats, data):
    for _, _, state in data.draw(games(board, seats)):
        assert census(state) == FULL_BAG
        assert min(*state.bag, *state.lid) >= 0


@for_games(10)
def test_r06_r07_at_every_version_there_is_one_marker(board, seats, data):
    """In the center, or on its taker's floor line unless that was full."""
    for _, _, state in data.draw(games(board, seats)):
        floors = [player.floor_line for player in state.players]
        holders = [seat for seat, floor in enumerate(floors) if MARKER in floor]
        assert sum(floor.count(MARKER) for floor in floors) == len(holders)
        if holders:
            assert holders == [state.marker_seat]
        elif state.marker_seat is not None:
            assert len(floors[state.marker_seat]) == 7


@for_games(10)
def test_r08_r15_r23_r26_no_board_ever_shows_what_the_rules_forbid(board, seats, data):
    for _, _, state in data.draw(games(board, seats)):
        for player in state.players:
            assert player.score >= 0
            assert len(player.floor_line) <= 7
            assert fits(player.wall, BOARDS[board].wall)
            for row in (*player.wall, *zip(*player.wall, strict=True)):
                tiles = [tile for tile in row if tile]
                assert len(tiles) == len(set(tiles))
            for number, (color, count) in enumerate(player.pattern_lines):
                assert (color is None) == (count == 0)
                assert count <= number + 1
                assert color is None or color not in player.wall[number]


@for_games(3)
def test_the_events_so_far_add_up_to_the_state_of_every_version(board, seats, data):
    so_far = []
    for _, events, state in data.draw(games(board, seats)):
        so_far += events
        assert fold(so_far) == state


@for_games(6)
def test_audit_finds_nothing_wrong_with_a_true_history(board, seats, data):
    game = data.draw(games(board, seats))

    result = audit(version.events for version in game)

    assert result.violation is None
    assert list(result.states) == [version.state for version in game]


@for_games(10)
def test_r11_in_every_round_seats_take_turns_clockwise(board, seats, data):
    due = None
    for command, events, state in data.draw(games(board, seats)):
        if isinstance(command, TakeTiles):
            assert command.seat == due
            due = (command.seat + 1) % seats
        if isinstance(events[-1], RoundStarted):
            due = events[-1].starting_seat
        assert state.current_seat in (None, due)


@for_games(10)
def test_scores_change_only_when_walls_are_tiled(board, seats, data):
    for before, after in pairwise(data.draw(games(board, seats))):
        if after.events[1:] == () and isinstance(after.command, TakeTiles):
            assert scores(after) == scores(before)
            assert walls(after) == walls(before)


@for_games(10)
def test_r16_the_player_with_the_marker_starts_the_next_round(board, seats, data):
    starting = None
    for _, events, _ in data.draw(games(board, seats)):
        for event in events:
            if isinstance(event, TilesTaken) and event.took_marker:
                starting = event.seat
            if isinstance(event, RoundStarted):
                assert starting in (None, event.starting_seat)
                starting = event.starting_seat


@for_games(10)
def test_r17_the_lid_is_poured_only_when_the_bag_does_not_suffice(board, seats, data):
    for before, after in pairwise(data.draw(games(board, seats))):
        if isinstance(after.events[-1], RoundStarted):
            started = after.events[-1]
            drawn = sum(map(len, started.displays))
            assert started.lid_poured == (before.state.bag.total < drawn)
            assert drawn == 4 * (2 * seats + 1) or started.bag.total == 0


@for_games(10)
def test_r25_placements_without_a_choice_need_no_command(board, seats, data):
    for _, events, state in data.draw(games(board, seats)):
        for _, _, columns in legal_placements(state):
            assert len(columns) > 1
        for event in events[1:]:
            assert not isinstance(event, TilesTaken)
            assert not isinstance(event, TilePlaced) or event.forced


@for_games(10)
def test_there_is_always_something_to_play_until_the_end(board, seats, data):
    for _, _, state in data.draw(games(board, seats)):
        assert bool(legal_moves(state)) == (state.phase == "factory_offer")
        assert bool(legal_placements(state)) == (state.phase == "wall_tiling")
        assert (state.result is not None) == (state.phase == "finished")


@for_games(10)
def test_the_seed_is_revealed_at_the_end_and_not_before(board, seats, data):
    *during, end = data.draw(games(board, seats))

    assert {(version.state.seed, version.state.seed_salt) for version in during} == {
        (None, None)
    }
    assert (end.state.seed, end.state.seed_salt) == ("seed", "salt")


@for_games(3, shrink=False)
def test_what_is_listed_as_legal_is_accepted_and_nothing_else(board, seats, data):
    """All commands that could be sent are tried, also with numbers out of range."""
    game = data.draw(games(board, seats))
    tiling = [one.state for one in game if one.state.phase == "wall_tiling"]
    sampled = [data.draw(st.sampled_from(game)).state, game[-1].state, *tiling[:1]]

    for state in sampled:
        answers = {
            command: answer(state, command) for command in command_space(state, 1)
        }
        legal = {
            command._replace(dropped=dropped) if dropped else command
            for command in commands(state)
            for dropped in range(min(most_dropped(state, command), TRIED_DROPS) + 1)
        }
        assert {command for command, code in answers.items() if code is None} == legal
        assert set(answers.values()) <= {None, *REFUSAL_CODES}


def scores(version):
    return [player.score for player in version.state.players]


def walls(version):
    return [player.wall for player in version.state.players]
