"""Everything in a history that is handed in is checked, and the error is named."""

from functools import cache

import pytest

from service.rules import (
    BOARDS,
    REFUSAL_CODES,
    FloorCleared,
    GameCreated,
    GameEnded,
    LineDropped,
    RoundStarted,
    Seat,
    Standing,
    TilePlaced,
    TilesTaken,
    audit,
)
from service.rules.audit import MISMATCH_CODES
from tests.rules.games import random_game
from tests.rules.support import NO_TILES, tiles


@cache
def gray():
    """A finished game with chosen and forced placements and dropped lines."""
    return [version.events for version in random_game("gray", 2, seed=0)]


def find(event_type, nth=0, **fields):
    """Where the nth event of a type with these fields is: version from 1, index."""
    return [
        (number, index)
        for number, events in enumerate(gray(), start=1)
        for index, event in enumerate(events)
        if isinstance(event, event_type)
        and all(getattr(event, name) == value for name, value in fields.items())
    ][nth]


def altered(at, *replacement):
    """The history with other events in place of the one at (version, index)."""
    number, index = at
    events = gray()[number - 1]
    instead = (*events[:index], *replacement, *events[index + 1 :])
    return [*gray()[: number - 1], instead, *gray()[number:]]


def changed(at, **fields):
    number, index = at
    return altered(at, gray()[number - 1][index]._replace(**fields))


def assert_found(history, at, code, words=""):
    """The audit names this event, and stops with the state before it."""
    number, index = at
    result = audit(history)

    assert result.violation is not None
    assert (result.violation.version, result.violation.index) == at
    assert result.violation.code == code
    assert words in result.violation.detail
    assert len(result.states) == number - 1
    before = audit([*history[: number - 1], history[number - 1][:index]]).last
    assert result.last == before
    assert code in (*MISMATCH_CODES, *REFUSAL_CODES)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_true_history_stands_and_gives_the_state_of_every_version(board, seats):
    game = random_game(board, seats, seed=seats)

    result = audit(version.events for version in game)

    assert result.violation is None
    assert list(result.states) == [version.state for version in game]
    assert result.last == game[-1].state


@pytest.mark.parametrize("length", [1, 2, 30])
def test_the_beginning_of_a_true_history_stands_too(length):
    result = audit(gray()[:length])

    assert result.violation is None
    assert len(result.states) == length


def test_no_history_has_no_problem_and_no_state():
    assert audit([]) == ((), None, None)


@pytest.mark.parametrize(
    ("event_type", "fields", "words"),
    [
        (TilePlaced, {"points": 99}, "points must be"),
        (TilePlaced, {"score": 99}, "tile_placed: score must be"),
        (TilePlaced, {"horizontal": 4, "vertical": 4}, "not 4; vertical must be"),
        (TilePlaced, {"multiplier": 2}, "multiplier must be 1, not 2"),
        (FloorCleared, {"penalty": -9}, "floor_cleared: penalty must be"),
        (FloorCleared, {"score": 99}, "score must be"),
        (FloorCleared, {"had_marker": None}, "had_marker must be"),
        (LineDropped, {"to_floor": 9}, "line_dropped: to_floor must be"),
        (TilesTaken, {"to_floor": 9}, "tiles_taken: to_floor must be"),
        (TilesTaken, {"took_marker": None}, "took_marker must be"),
        (GameCreated, {"rules_version": 99}, "game_created: rules_version must be"),
        (RoundStarted, {"bag": NO_TILES}, "round_started: bag must be"),
        (RoundStarted, {"round": 9}, "round must be 1, not 9"),
        (RoundStarted, {"lid_poured": True}, "lid_poured must be False, not True"),
        (RoundStarted, {"starting_seat": 1}, "starting_seat must be 0, not 1"),
        (GameEnded, {"winners": (0, 1)}, "game_ended: winners must be"),
        (GameEnded, {"reason": "no_progress"}, "reason must be 'row_completed'"),
        (GameEnded, {"standings": (Standing(*[0] * 9),) * 2}, "standings must be"),
    ],
)
def test_a_changed_fact_is_found_and_the_true_one_named(event_type, fields, words):
    at = find(event_type)

    assert_found(changed(at, **fields), at, "event_differs", words)


@pytest.mark.parametrize(
    ("length", "shown"), [(148, "x" * 148 + "'"), (149, "x" * 149 + "…")]
)
def test_of_a_long_value_the_beginning_is_shown(length, shown):
    """A value is shown with quotes, so one of 148 letters is 150 long."""
    at = find(GameEnded)

    words = f"must be 'row_completed', not '{shown}."
    assert_found(changed(at, reason="x" * length), at, "event_differs", words)


def test_a_missing_event_is_found():
    number, index = find(GameEnded)

    history = altered((number, index))

    assert_found(history, (number, index), "event_missing")
    assert audit(history).violation.detail == "game_ended is missing here."


def test_an_invented_event_is_found():
    number, index = find(GameEnded)
    ended = gray()[number - 1][index]

    history = altered((number, index), ended, ended)

    assert_found(
        history, (number, index + 1), "event_unexpected", "before this game_ended"
    )


def test_events_in_another_order_are_found():
    number, index = find(FloorCleared)
    first, second, *others = gray()[number - 1][index:]
    assert isinstance(second, FloorCleared)
    history = [*gray()]
    history[number - 1] = (*gray()[number - 1][:index], second, first, *others)

    assert_found(history, (number, index), "event_differs", "seat must be 0, not 1")


def test_an_event_of_another_type_is_found():
    at = find(FloorCleared)

    history = altered(at, gray()[find(GameEnded)[0] - 1][-1])

    words = "floor_cleared must follow here, not game_ended"
    assert_found(history, at, "event_unexpected", words)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": 1}, "not_your_turn"),
        ({"display": 9}, "validation_failed"),
        ({"line": 9}, "validation_failed"),
        ({"taken": 9}, "dropped_too_many"),
        ({"placed": 9}, "dropped_too_many"),
    ],
)
def test_a_move_that_would_have_been_refused_is_found_with_the_reason(fields, code):
    assert_found(changed((2, 0), **fields), (2, 0), code)


def test_a_move_left_out_is_found():
    assert_found([*gray()[:1], *gray()[2:]], (2, 0), "not_your_turn")


def test_no_event_may_follow_the_end():
    assert_found([*gray(), gray()[1]], (len(gray()) + 1, 0), "game_finished")


def test_a_history_that_starts_in_the_middle_is_found():
    assert_found(gray()[1:], (1, 0), "wrong_phase")


def test_a_game_created_twice_is_found():
    assert_found([gray()[0], *gray()], (2, 0), "wrong_phase")


def test_a_game_that_could_not_be_created_is_found():
    assert_found(changed((1, 0), board="green"), (1, 0), "validation_failed")


@pytest.mark.parametrize(
    ("left_out", "rest"), [(2, "nothing"), (1, "round_started")], ids=str
)
def test_a_version_that_answers_no_command_is_found(left_out, rest):
    first = gray()[0][left_out:]

    words = f"No version begins with {rest}"
    assert_found([*gray()[:5], first], (6, 0), "impossible_event", words)


def test_an_entry_cannot_begin_with_a_forced_placement():
    number, index = find(TilePlaced, forced=False)
    assert index == 0

    history = changed((number, index), forced=True)

    assert_found(history, (number, 0), "impossible_event", "No version begins")


def test_r03_a_draw_that_the_bag_could_not_give_is_found():
    """The 21st tile of a color."""
    history = [(gray()[0][0], gray()[0][1]._replace(displays=(tiles("bbbb"),) * 6))]
    drawn_dry = [
        (
            gray()[0][0]._replace(players=(*gray()[0][0].players, Seat(2, "Eva"))),
            gray()[0][1]._replace(displays=(*(tiles("bbbb"),) * 6, tiles("yyyy"))),
        )
    ]

    assert_found(history, (1, 1), "event_differs", "displays must be")
    assert_found(drawn_dry, (1, 1), "impossible_draw", "Tile 20 of round 1 is blue")


def test_r03_a_display_that_was_not_filled_is_found():
    displays = gray()[0][1].displays

    history = changed((1, 1), displays=(*displays[:4], displays[4][:3]))

    assert_found(
        history, (1, 1), "impossible_draw", "must start with at least 20 tiles"
    )


def round_end():
    """Where the second round starts, at the end of its version."""
    return find(RoundStarted, 1)


def round_ending(*events):
    """The history with other events in the version that ends the first round."""
    number, _ = round_end()
    return [*gray()[: number - 1], events, *gray()[number:]]


def test_a_round_that_does_not_start_is_found():
    number, index = round_end()

    problem = audit(altered(round_end())).violation

    assert problem is not None
    assert (problem.version, problem.index) == (number, index)
    assert "Round 2 must start" in problem.detail


def test_an_end_before_its_time_is_found_and_not_believed():
    result = audit(altered(round_end(), gray()[-1][-1]))

    assert result.violation is not None
    assert (result.violation.version, result.violation.index) == round_end()
    assert result.last is not None
    assert result.last.phase != "finished"


@pytest.mark.parametrize("ended", [False, True], ids=["no round", "an end"])
@pytest.mark.parametrize("fields", [{"score": 99}, {"tiles": ()}], ids=str)
def test_of_two_things_wrong_the_first_is_named(fields, ended):
    number, _ = round_end()
    *above, cleared, _ = gray()[number - 1]
    rest = gray()[-1][-1:] if ended else ()
    assert isinstance(cleared, FloorCleared)

    history = round_ending(*above, cleared._replace(**fields), *rest)

    assert_found(history, (number, len(above)), "event_differs", "floor_cleared")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_placement_by_a_seat_that_does_not_exist_is_found(seat):
    at = find(TilePlaced, forced=False, seat=1)

    assert_found(changed(at, seat=seat), at, "not_your_turn")
