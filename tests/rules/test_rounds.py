"""From one round to the next: who starts, and where the tiles come from."""

from service.rules import (
    FloorCleared,
    GameEnded,
    RoundStarted,
    TakeTiles,
    TilesTaken,
    legal_moves,
)
from tests.rules.support import (
    LAST,
    NO_TILES,
    Dealer,
    a,
    given,
    player,
    table,
    tiles,
)

COLORED = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]


def test_r17_with_no_complete_row_every_display_is_filled_again():
    state = (
        given(table(displays=["k"], seats=3), Dealer("bbyy rrkk"))
        .when(LAST)
        .then(
            a(TilesTaken),
            RoundStarted(
                round=2,
                starting_seat=0,
                displays=tuple(map(tiles, ["bbyy", "rrkk", *["bbbb"] * 4, "bbyy"])),
                lid_poured=False,
                bag=(0, 16, 18, 17, 20),
            ),
        )
    )

    assert (state.round, state.phase, state.current_seat) == (2, "factory_offer", 0)
    assert state.center == ()


def test_r17_the_lid_is_poured_when_the_bag_is_empty_and_a_tile_is_needed():
    dealer = Dealer("rrr")

    state = (
        given(table(displays=["k"], bag="rrr"), dealer)
        .when(LAST)
        .then(a(TilesTaken), a(RoundStarted, lid_poured=True))
    )

    assert [bag.total for bag in dealer.bags[:5]] == [3, 2, 1, 96, 95]
    assert state.lid == NO_TILES
    assert state.bag.total == 99 - 20


def test_r17_the_bag_is_emptied_to_the_last_tile_before_the_lid_is_poured():
    dealer = Dealer()

    given(table(displays=["k"], bag="wwwww"), dealer).when(LAST)

    assert dealer.bags[:5] == [(0, 0, 0, 0, left) for left in (5, 4, 3, 2, 1)]
    assert dealer.bags[5] == (20, 20, 20, 19, 15)


def test_r17_a_bag_that_ends_with_the_refill_leaves_the_lid_where_it_is():
    dealer = Dealer()

    state = (
        given(table(displays=["k"], bag="r" * 20), dealer)
        .when(LAST)
        .then(a(TilesTaken), a(RoundStarted, lid_poured=False, bag=NO_TILES))
    )

    assert len(dealer.bags) == 20
    assert state.lid.total == 79


def test_r17_an_empty_bag_is_filled_from_the_lid_before_the_first_draw():
    dealer = Dealer()

    given(table(displays=["k"], bag=""), dealer).when(LAST).then(
        a(TilesTaken), a(RoundStarted, lid_poured=True)
    )

    assert dealer.bags[0].total == 99


def test_r17_what_is_discarded_in_this_round_is_poured_with_the_rest():
    mine = player(lines={1: "bb"}, floor="ww")
    dealer = Dealer()

    given(table(mine, displays=["k"], bag=""), dealer).when(LAST)

    assert dealer.bags[0] == (19, 20, 20, 19, 20)


def full_table(take_to, in_bag=0):
    """Four walls lack a color each; all its tiles but one or five lie on lines.

    Seat 0 then takes the one, blue, to a line or to the floor line. The five, black,
    are in the bag if asked for, else on the lines of seat 3.
    """
    boards = [
        player(
            wall=[row.replace(missing, ".") for row in COLORED],
            lines={1: missing, 2: missing * 2, 4: missing * (1 if seat == 0 else 2)},
        )
        for seat, missing in enumerate("byrk")
    ]
    if in_bag:
        boards[3] = player(wall=[row.replace("k", ".") for row in COLORED])
    full = table(*boards, displays=["b"])
    assert (full.bag.total, full.lid.total) == (in_bag, 0)
    return given(full).when(TakeTiles(seat=0, display=0, color="blue", line=take_to))


def test_r18_with_bag_and_lid_empty_the_displays_stay_partly_filled():
    full_table(take_to=4, in_bag=5).then(
        a(TilesTaken),
        RoundStarted(
            round=2,
            starting_seat=0,
            displays=(("black",) * 4, ("black",), *[()] * 7),
            lid_poured=False,
            bag=NO_TILES,
        ),
    )


def test_r18_the_round_is_played_with_what_there_is():
    game = full_table(take_to=None)
    state = game.then(
        a(TilesTaken),
        a(FloorCleared, tiles=("blue",)),
        a(RoundStarted, displays=(("blue",), *[()] * 8), lid_poured=True, bag=NO_TILES),
    )
    assert state.lid == NO_TILES
    assert legal_moves(state)[-1] == (0, "blue", None)

    game.when(TakeTiles(seat=0, display=0, color="blue", line=None)).then(
        a(TilesTaken), a(FloorCleared), a(RoundStarted, round=3)
    )


def test_r19_if_not_a_single_tile_can_be_drawn_the_game_ends():
    state = full_table(take_to=4).then(
        a(TilesTaken), a(GameEnded, reason="no_tiles_left")
    )

    assert state.phase == "finished"
    assert state.round == 1


def test_r19_with_final_scoring():
    """Each wall has four complete colors, no row and no column."""
    state = full_table(take_to=4).then(a(TilesTaken), a(GameEnded))

    assert state.result is not None
    assert [one.color_points for one in state.result.standings] == [40] * 4
    assert [one.score for one in state.players] == [40] * 4
