"""Who plays, on what, and how the first displays are filled."""

import pytest

from service.rules import (
    BOARDS,
    FULL_BAG,
    RULES_VERSION,
    Counts,
    CreateGame,
    GameCreated,
    RoundStarted,
    Seat,
)
from tests.rules.support import NAMES, NO_TILES, Dealer, a, census, given, tiles


def create(seats=2, board="colored", starting_seat=0):
    return CreateGame(NAMES[:seats], board, starting_seat)


@pytest.mark.parametrize(("seats", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_r01_two_three_or_four_players_sit_around_five_seven_or_nine_displays(
    seats, displays
):
    state = given(None).when(create(seats)).then(a(GameCreated), a(RoundStarted))

    assert [player.name for player in state.players] == list(NAMES[:seats])
    assert [len(display) for display in state.displays] == [4] * displays
    assert state.bag.total == 100 - 4 * displays


def test_r01_there_are_100_tiles_20_of_each_of_five_colors():
    state = given(None).when(create()).then(a(GameCreated), a(RoundStarted))

    assert FULL_BAG == census(state) == (20, 20, 20, 20, 20)


@pytest.mark.parametrize("names", [(), ("Ana",), (*NAMES, "Zoe")])
def test_r01_one_player_is_too_few_and_five_are_too_many(names):
    given(None).when(CreateGame(names, "colored", 0)).then_refused(
        "validation_failed", "players"
    )


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r02_the_request_may_name_the_starting_seat_which_is_recorded(seat):
    state = (
        given(None)
        .when(create(3, starting_seat=seat))
        .then(a(GameCreated, starting_seat=seat), a(RoundStarted, starting_seat=seat))
    )

    assert state.starting_seat == state.current_seat == seat


@pytest.mark.parametrize("seat", [-1, 2])
def test_r02_a_seat_without_a_player_cannot_start(seat):
    given(None).when(create(2, starting_seat=seat)).then_refused(
        "validation_failed", "starting_seat"
    )


def test_r03_four_tiles_are_drawn_for_one_display_after_the_other():
    dealer = Dealer("bbyy rrkk wwby rkwb bbbk")

    state = (
        given(None, dealer)
        .when(create())
        .then(
            GameCreated(
                players=(Seat(0, "Ana"), Seat(1, "Rui")),
                board="colored",
                starting_seat=0,
                seeded=True,
                seed_hash="hash",
                rules_version=RULES_VERSION,
            ),
            RoundStarted(
                round=1,
                starting_seat=0,
                displays=tuple(map(tiles, ["bbyy", "rrkk", "wwby", "rkwb", "bbbk"])),
                lid_poured=False,
                bag=Counts(blue=13, yellow=17, red=17, black=16, white=17),
            ),
        )
    )

    assert state.displays[3] == ("red", "black", "white", "blue")
    assert state.bag == (13, 17, 17, 16, 17)


def test_r03_each_tile_is_drawn_from_what_is_left_in_the_bag():
    dealer = Dealer("bywbk")

    given(None, dealer).when(create()).then(a(GameCreated), a(RoundStarted))

    assert [bag.total for bag in dealer.bags] == [*range(100, 80, -1)]
    assert dealer.bags[4] == Counts(blue=18, yellow=19, red=20, black=20, white=19)


@pytest.mark.parametrize("board", BOARDS)
def test_r04_all_players_use_the_board_that_the_game_was_created_with(board):
    state = (
        given(None)
        .when(create(4, board))
        .then(a(GameCreated, board=board), a(RoundStarted))
    )

    assert state.board is BOARDS[board]
    assert state.board.name == board


def test_r04_there_are_these_boards_and_no_other():
    assert list(BOARDS) == ["colored", "gray", "crystal_1", "crystal_2"]
    given(None).when(create(board="crystal")).then_refused("validation_failed", "board")


def test_at_first_boards_are_empty_scores_are_0_and_the_marker_lies_in_the_center():
    state = given(None).when(create(3)).then(a(GameCreated), a(RoundStarted))

    for player in state.players:
        assert player.score == 0
        assert player.wall == ((None,) * 5,) * 5
        assert player.pattern_lines == ((None, 0),) * 5
        assert player.floor_line == ()
    assert state.marker_seat is None
    assert state.lid == NO_TILES
    assert (state.round, state.phase) == (1, "factory_offer")


def test_a_game_is_created_once_and_before_anything_else():
    game = given(None).when(create())

    game.when(create()).then_refused("wrong_phase")
