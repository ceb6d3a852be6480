"""Replaying events: rules are not checked again, impossible events are found."""

import pytest

from service.rules import (
    BOARDS,
    EVENT_NAMES,
    EVENT_TYPES,
    FULL_BAG,
    Counts,
    CreateGame,
    FloorCleared,
    GameCreated,
    GameEnded,
    ImpossibleEvent,
    LineDropped,
    RoundStarted,
    RulesError,
    Seat,
    TakeTiles,
    TilePlaced,
    TilesTaken,
    decide,
    evolve,
    fold,
    pending_lines,
)
from tests.rules.support import (
    LAST,
    NAMES,
    NO_TILES,
    Dealer,
    given,
    player,
    spelled,
    table,
    tiles,
)

CREATED = GameCreated((Seat(0, "Ana"), Seat(1, "Rui")), "colored", 1, True, "hash", 1)
DEALT = RoundStarted(1, 1, (tiles("bbyy"),) * 5, False, Counts(10, 10, 20, 20, 20))
TOOK = TilesTaken(1, 0, "blue", 2, 2, 2, 0, 0, False)

OFFER = table(player(lines={1: "b"}), displays=["bbyk"], center="rr")
COMPLETE = table(player(lines={0: "b"}, floor="kkkkkk"), displays=["k"])
TAKE = TilesTaken(0, 0, "blue", 1, 2, 1, 1, 0, False)
PLACE = TilePlaced(0, 0, 0, "blue", 0, 0, 1, 1, 1, True)
DROP = LineDropped(0, 0, "blue", 1, 1, 0)


def test_the_state_of_a_game_is_what_its_events_add_up_to():
    state = fold([CREATED, DEALT, TOOK])

    assert state == evolve(evolve(evolve(None, CREATED), DEALT), TOOK)
    assert state == fold([TOOK], fold([CREATED, DEALT]))
    assert spelled(state.center) == "yy"
    assert state.players[1].pattern_lines[2] == ("blue", 2)


def test_a_state_stays_as_it_was_when_another_follows():
    before = fold([CREATED, DEALT])

    evolve(before, TOOK)

    assert before == fold([CREATED, DEALT])


def test_before_the_first_round_the_table_is_empty_and_no_seat_is_to_move():
    state = evolve(None, CREATED)

    assert state.displays == ((),) * 5
    assert (state.round, state.current_seat, state.bag) == (0, None, FULL_BAG)
    assert state.phase == "wall_tiling"
    assert (state.stalled_rounds, state.wall_grew) == (0, False)
    assert [pending_lines(state, seat) for seat in range(2)] == [(), ()]


@pytest.mark.parametrize(
    ("state", "event"),
    [
        pytest.param(OFFER, TAKE, id="a take"),
        pytest.param(COMPLETE, PLACE, id="a placement"),
        pytest.param(COMPLETE, DROP, id="a dropped line"),
        pytest.param(
            COMPLETE, FloorCleared(0, ("black",) * 6, -11, 0, False), id="a floor line"
        ),
    ],
)
def test_players_keep_their_names(state, event):
    names = [player.name for player in evolve(state, event).players]

    assert names == ["Ana", "Rui"]


def test_replayed_events_are_not_checked_against_the_rules():
    """So a later correction of the rules leaves games already played alone."""
    state = table(player(lines={0: "b"}), displays=["k"])
    placed = TilePlaced(0, 0, 0, "blue", 0, 0, 1, points=7, score=9, forced=True)
    cleared = FloorCleared(0, (), penalty=-5, score=4, had_marker=False)

    after = fold([placed, cleared], state)

    assert after.players[0].score == 4


def test_replaying_draws_nothing():
    dealer = Dealer()
    events = decide(None, CreateGame(NAMES[:2], "gray", 0), dealer).events
    drawn = len(dealer.bags)

    fold(events)

    assert len(dealer.bags) == drawn == 20


def test_every_event_has_a_name_of_its_own():
    assert [EVENT_TYPES[name] for name in EVENT_NAMES.values()] == [*EVENT_NAMES]
    assert len(EVENT_NAMES) == len(EVENT_TYPES) == 7
    assert all(name.replace("_", "").islower() for name in EVENT_TYPES)


def test_a_game_without_events_has_no_state():
    with pytest.raises(ImpossibleEvent, match="without events"):
        fold([])


def test_every_other_event_needs_a_game():
    with pytest.raises(ImpossibleEvent, match="game_created"):
        evolve(None, DEALT)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        pytest.param(evolve(None, CREATED), CREATED, id="a second creation"),
        pytest.param(None, CREATED._replace(board="green"), id="no such board"),
        pytest.param(
            evolve(None, CREATED), DEALT._replace(bag=FULL_BAG), id="bag not emptied"
        ),
        pytest.param(
            table(displays=["k"], bag="b"),
            RoundStarted(2, 0, (tiles("bb"),), False, NO_TILES.with_tiles("blue", -1)),
            id="more drawn than there was",
        ),
        pytest.param(OFFER, TAKE._replace(taken=3), id="more taken than there were"),
        pytest.param(OFFER, TAKE._replace(to_lid=1), id="tiles made"),
        pytest.param(OFFER, TAKE._replace(to_floor=0), id="tiles lost"),
        pytest.param(OFFER, TAKE._replace(color="white"), id="no such tile"),
        pytest.param(
            OFFER, TilesTaken(0, 0, "white", None, 0, 0, 0, 0, False), id="none"
        ),
        pytest.param(
            OFFER, TAKE._replace(placed=2, to_floor=0), id="more placed than fit"
        ),
        pytest.param(
            OFFER, TAKE._replace(color="yellow", taken=1, to_floor=0), id="other color"
        ),
        pytest.param(OFFER, TAKE._replace(display=9), id="no such display"),
        pytest.param(OFFER, TAKE._replace(line=9), id="no such line"),
        pytest.param(OFFER, TAKE._replace(seat=9), id="no such seat"),
        pytest.param(OFFER, PLACE, id="a tile of an incomplete line"),
        pytest.param(COMPLETE, PLACE._replace(color="red"), id="other color placed"),
        pytest.param(COMPLETE, PLACE._replace(column=9), id="no such column"),
        pytest.param(
            table(player(wall=["b...."], lines={0: "b"})), PLACE, id="space taken"
        ),
        pytest.param(COMPLETE, DROP._replace(count=2), id="more dropped than held"),
        pytest.param(COMPLETE, DROP._replace(to_lid=1), id="tiles made by dropping"),
        pytest.param(
            table(player(lines={1: "bb"}, floor="kkkkkk")),
            LineDropped(0, 1, "blue", 2, 2, 0),
            id="more than the floor line holds",
        ),
        pytest.param(
            COMPLETE, FloorCleared(0, ("red",), -1, 0, False), id="other floor tiles"
        ),
        pytest.param(
            COMPLETE, GameEnded("no_progress", (0,), (), "", ""), id="no standings"
        ),
    ],
)  # fmt: skip
def test_an_event_that_cannot_follow_is_noticed_and_named(state, event):
    name = type(event).__name__

    with pytest.raises(ImpossibleEvent, match=f"{name}.* cannot|floor line has no"):
        evolve(state, event)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        pytest.param(
            OFFER, TAKE._replace(seat=-1, line=2, placed=2, to_floor=0), id="seat"
        ),
        pytest.param(OFFER, TAKE._replace(display=-5), id="display"),
        pytest.param(COMPLETE, PLACE._replace(column=-1), id="column"),
    ],
)
def test_seats_and_places_count_from_zero_never_from_the_end(state, event):
    with pytest.raises(ImpossibleEvent, match="cannot"):
        evolve(state, event)


def test_an_impossible_event_is_an_error_of_the_rules():
    assert issubclass(ImpossibleEvent, RulesError)


def test_a_deal_that_the_bag_cannot_give_is_noticed_before_it_is_recorded():
    with pytest.raises(ImpossibleEvent, match="the bag holds no white"):
        given(table(displays=["k"], bag="rrr"), Dealer("rrw")).when(LAST)


def test_the_board_of_a_game_is_the_one_it_was_created_with():
    for name, board in BOARDS.items():
        assert evolve(None, CREATED._replace(board=name)).board == board


def test_the_marker_of_a_finished_game_is_back_in_the_center():
    ended = given(
        table(player(wall=["byrk."], lines={0: "w"}, floor="*"), displays=["k"])
    ).when(LAST)

    assert ended.state.marker_seat is None
    assert ended.state.starting_seat == 0
    assert ended.state.players[0].floor_line == ()
    ended.when(TakeTiles(0, None, "blue", 0)).then_refused("game_finished")
