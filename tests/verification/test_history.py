"""What a check of a recorded game finds: true ones stand, forged ones fall."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.credentials.seeded_draws import SeededDraws
from service.games.errors import VersionNotFound
from service.rules import BOARDS, COLORS
from service.verification.history import PROBLEM_CODES, verify
from tests.verification.support import (
    CREATED_AT,
    EVENTFUL,
    SALT,
    documents,
    find,
    forged,
    states,
)

GRAY = ("gray", 2, EVENTFUL)
EVENTS = documents(*GRAY)
STATES = states(*GRAY)
LAST = len(STATES)
START = find(EVENTS, "round_started")
SECOND_ROUND = find(EVENTS, "round_started", 1)
PLACED = next(
    number
    for number, event in enumerate(EVENTS)
    if event["type"] == "tile_placed" and event["index"] > 0
)
END = len(EVENTS) - 1


def place(number):
    """Version and index of the event at a place in the list."""
    return EVENTS[number]["version"], EVENTS[number]["index"]


def check_forged(change):
    return verify(forged(change, *GRAY))


def assert_problem(history, at, code, words=""):
    """The problem is this one, and everything before it is shown."""
    version, index = at
    assert history.problem is not None
    assert (history.problem.version, history.problem.index) == at
    assert history.problem.code == code
    assert history.problem.code in PROBLEM_CODES
    assert words in history.problem.detail
    assert not history.valid
    assert list(history.states) == STATES[: version - 1]
    assert history.version == (version if index else version - 1)
    if index == 0:
        assert history.last == (STATES[version - 2] if version > 1 else None)


# True histories


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_game_stands_with_its_draws(board, seats):
    history = verify(documents(board, seats))

    assert history.valid
    assert history.problem is None
    assert history.draws == "verified"
    assert list(history.states) == states(board, seats)
    assert history.last == states(board, seats)[-1]
    assert history.version == len(history.states)


def test_every_beginning_that_ends_with_a_version_stands_without_a_verdict_on_draws():
    ends = [n for n in range(1, END + 1) if EVENTS[n]["index"] == 0]

    for end in ends:
        history = verify(EVENTS[:end])

        assert history.valid
        assert history.draws == "not_verifiable"
        assert history.last == STATES[history.version - 1]


def test_every_beginning_that_ends_within_a_version_misses_an_event():
    inside = [n for n in range(1, END + 1) if EVENTS[n]["index"] > 0]

    for end in inside:
        history = verify(EVENTS[:end])

        assert_problem(history, place(end), "event_missing")
        assert history.draws == "not_verifiable"


def test_the_game_of_each_version_has_the_times_of_the_events():
    history = verify(EVENTS)

    for version in (1, 2, LAST):
        game = history.at(version)
        assert (game.id, game.version) == ("replay", version)
        assert game.state == STATES[version - 1]
        assert game.created_at == CREATED_AT + 1000
        assert game.updated_at == CREATED_AT + version * 1000
    assert history.latest() == history.at(LAST)


@pytest.mark.parametrize("version", [-1, 0, LAST + 1, 10**18])
def test_there_is_no_game_before_the_first_version_or_beyond_the_last(version):
    with pytest.raises(VersionNotFound, match=f"up to version {LAST}"):
        verify(EVENTS).at(version)


def test_versions_may_have_the_same_millisecond():
    def at_once(events):
        for event in events:
            event["at"] = "2026-05-04T18:30:00.125Z"

    assert check_forged(at_once).valid


def test_players_may_have_had_other_names():
    def rename(events):
        events[0]["data"]["players"][0]["name"] = "Zoé"

    history = check_forged(rename)

    assert history.valid
    assert history.last.players[0].name == "Zoé"


# Events that cannot be read, or stand where they cannot


@pytest.mark.parametrize("number", [1, START + 1, PLACED, SECOND_ROUND, END])
def test_an_event_that_is_malformed_is_named_and_all_before_it_shown(number):
    history = check_forged(lambda events: events[number].update(type="nap_taken"))

    assert_problem(history, place(number), "event_malformed", "type: ")


@pytest.mark.parametrize("number", [START + 1, PLACED, END])
def test_an_event_of_no_version_is_taken_for_the_one_that_must_follow(number):
    history = check_forged(lambda events: events[number].update(version=None))

    assert_problem(history, place(number), "event_malformed", "version: ")


def test_an_event_too_many_at_the_end_of_a_version_is_malformed_there():
    number = START + 1
    version, index = place(number)
    extra = {**EVENTS[number], "index": index + 1, "data": {}}

    history = check_forged(lambda events: events.insert(number + 1, extra))

    assert_problem(history, (version, index + 1), "event_malformed")
    assert history.last == STATES[version - 1]


@pytest.mark.parametrize("number", [START, START + 1, PLACED, SECOND_ROUND])
def test_an_event_left_out_is_missed(number):
    history = check_forged(lambda events: events.pop(number))

    assert_problem(history, place(number), "event_missing")


@pytest.mark.parametrize("number", [START, START + 1, PLACED, SECOND_ROUND])
def test_an_event_that_stands_twice_is_unexpected(number):
    version, index = place(number)

    history = check_forged(lambda events: events.insert(number, events[number]))

    assert_problem(history, (version, index + 1), "event_unexpected")


def test_a_version_left_out_is_missed():
    number = START + 2

    def leave_out(events):
        del events[number]

    assert place(number)[1] == 0
    assert_problem(
        check_forged(leave_out), place(number), "event_missing", "Expected version"
    )


def test_a_history_that_begins_in_the_middle_shows_nothing():
    history = verify(EVENTS[START + 1 :])

    assert_problem(history, (1, 0), "event_missing")
    assert history.latest() is None
    assert history.version == 0
    assert history.draws == "not_verifiable"


def test_two_versions_in_the_wrong_order_are_noticed():
    def swap(events):
        first, second = START + 1, START + 2
        events[first], events[second] = events[second], events[first]

    assert_problem(check_forged(swap), place(START + 1), "event_missing")


def test_events_renumbered_after_one_was_left_out_break_a_rule():
    def leave_out(events):
        del events[START + 1]
        for event in events[START + 1 :]:
            event["version"] -= 1

    assert_problem(check_forged(leave_out), (2, 0), "not_your_turn")


@pytest.mark.parametrize("version", [-1, 0, 2, 2**70, None, "1"])
def test_the_first_event_is_of_the_first_version(version):
    history = check_forged(lambda events: events[0].update(version=version))

    assert history.problem is not None
    assert (history.problem.version, history.problem.index) == (1, 0)
    assert history.latest() is None


@pytest.mark.parametrize("index", [-1, 1, 2**70])
def test_numbers_out_of_place_are_noticed(index):
    history = check_forged(lambda events: events[START + 1].update(index=index))

    assert history.problem.version == 2
    assert history.problem.code in ("event_missing", "event_unexpected")


def test_time_may_not_run_backward():
    def earlier(events):
        events[START + 2]["at"] = "2026-05-04T18:29:59.999Z"

    assert_problem(
        check_forged(earlier), place(START + 2), "time_mismatch", "before that"
    )


@pytest.mark.parametrize("at", ["2026-05-04T18:29:59.999Z", "2027-05-04T18:30:00.000Z"])
def test_a_version_has_one_time(at):
    history = check_forged(lambda events: events[PLACED].update(at=at))

    assert_problem(history, place(PLACED), "time_mismatch", "the same for all events")


@given(st.sampled_from(range(len(EVENTS))), st.sampled_from(range(len(EVENTS))))
def test_events_in_any_other_order_do_not_stand(one, other):
    events = list(EVENTS)
    events[one], events[other] = events[other], events[one]

    assert verify(events).valid is (one == other)


# Events that did not happen


def test_an_invented_score_is_found_with_the_true_one():
    score = EVENTS[PLACED]["data"]["score"]

    def invent(events):
        events[PLACED]["data"]["score"] += 1

    words = f"score must be {score}, not {score + 1}"
    assert_problem(check_forged(invent), place(PLACED), "event_differs", words)


def test_the_first_of_several_problems_is_named():
    def forge(events):
        events[PLACED]["data"]["score"] += 1
        events[PLACED + 1]["data"] = {}
        events[START + 4]["data"]["taken"] += 1

    assert_problem(check_forged(forge), place(START + 4), "dropped_too_many")


def test_the_first_of_several_problems_of_a_version_is_named():
    def forge(events):
        events[SECOND_ROUND - 1]["data"]["penalty"] -= 1
        events[SECOND_ROUND]["data"] = {}

    at = place(SECOND_ROUND - 1)
    assert at[0] == place(SECOND_ROUND)[0]
    assert_problem(check_forged(forge), at, "event_differs", "penalty must be")


def test_the_state_within_a_version_is_shown_up_to_the_problem():
    def forge(events):
        events[END]["data"]["winners"] = [0, 1]

    history = check_forged(forge)

    assert_problem(history, place(END), "event_differs", "winners must be")
    assert history.latest().version == LAST
    assert history.last.phase == "wall_tiling"
    assert history.last != STATES[-2]
    with pytest.raises(VersionNotFound, match=f"up to version {LAST - 1}"):
        history.at(LAST)


def test_a_board_that_does_not_exist_shows_nothing():
    history = check_forged(lambda events: events[0]["data"].update(board="green"))

    assert_problem(history, (1, 0), "validation_failed")
    assert history.latest() is None
    assert history.draws == "not_verifiable"


def test_no_event_may_follow_the_end_of_the_game():
    more = {**EVENTS[START + 1], "version": LAST + 1, "at": EVENTS[END]["at"]}

    history = verify([*EVENTS, more])

    assert_problem(history, (LAST + 1, 0), "game_finished")
    assert history.last == STATES[-1]
    assert history.draws == "verified"


# Seed and draws


def test_another_seed_than_the_promised_one_is_found():
    history = check_forged(lambda events: events[END]["data"].update(seed="12"))

    assert_problem(history, place(END), "seed_mismatch")
    assert history.last.phase != "finished"
    assert history.draws == "mismatch"


def test_another_salt_than_the_promised_one_is_found():
    history = check_forged(
        lambda events: events[END]["data"].update(seed_salt="f" * 32)
    )

    assert_problem(history, place(END), "seed_mismatch")
    assert history.draws == "mismatch"


def test_another_promise_is_found():
    history = check_forged(lambda events: events[0]["data"].update(seed_hash="0" * 64))

    assert history.problem.code == "seed_mismatch"
    assert history.draws == "mismatch"


def steered(seed="a1"):
    """A game in which the promised seed is published, but others draws were used."""
    events = documents("colored", 2, seed)
    promised = SeededDraws("another seed", SALT, seeded=True)
    events[0]["data"]["seed_hash"] = promised.seed_hash
    events[-1]["data"].update(seed=promised.seed, seed_salt=promised.seed_salt)
    return events


def test_draws_that_do_not_follow_from_the_seed_are_a_mismatch_though_possible():
    history = verify(deepcopy(steered()))

    assert history.valid
    assert history.draws == "mismatch"


def test_one_steered_draw_in_the_last_round_is_a_mismatch():
    def steer(events):
        start = [n for n, e in enumerate(events) if e["type"] == "round_started"][-1]
        displays = events[start]["data"]["displays"]
        one, other = next(
            (a, b)
            for a in range(len(displays))
            for b in range(a + 1, len(displays))
            if displays[a][0] != displays[b][0]
        )
        displays[one][0], displays[other][0] = displays[other][0], displays[one][0]

    history = check_forged(steer)

    assert history.problem is not None, "the moves of that round cannot follow"
    assert history.problem.version > LAST // 2
    assert history.draws == "mismatch"


def test_a_draw_that_the_bag_could_not_give_is_named():
    def forge(events):
        """All blue tiles but the 21st that never was."""
        data = events[SECOND_ROUND]["data"]
        data["displays"] = [["blue"] * 4] * len(data["displays"])

    history = check_forged(forge)

    assert_problem(
        history, place(SECOND_ROUND), "impossible_draw", "the bag holds none"
    )
    assert history.draws == "mismatch"


def test_a_display_cannot_start_half_empty_while_there_are_tiles():
    history = check_forged(lambda events: events[START]["data"]["displays"][4].pop())

    assert_problem(history, place(START), "impossible_draw")
    assert history.last.round == 0
    assert history.version == 1


def test_draws_are_verified_up_to_a_problem_that_has_nothing_to_do_with_them():
    def forge(events):
        events[PLACED]["data"]["score"] += 1

    assert check_forged(forge).draws == "verified"


def test_a_genuine_seed_is_found_behind_a_problem_too_and_shows_what_was_steered():
    events = steered()
    events[5]["data"]["taken"] += 1

    history = verify(events)

    assert history.problem is not None
    assert history.problem.version < events[-1]["version"]
    assert history.draws == "mismatch"


def test_without_a_single_possible_round_no_draw_is_verified():
    history = check_forged(lambda events: events[START]["data"].update(round=2))

    assert_problem(history, place(START), "event_differs")
    assert history.draws == "not_verifiable"


def test_a_malformed_end_publishes_no_seed():
    history = check_forged(lambda events: events[END]["data"].pop("reason"))

    assert_problem(history, place(END), "event_malformed")
    assert history.draws == "not_verifiable"


def test_whether_a_seed_was_given_cannot_be_known_and_changes_nothing():
    history = check_forged(lambda events: events[0]["data"].update(seeded=False))

    assert history.valid
    assert history.draws == "verified"


def test_colors_differ_in_nothing_but_the_draws():
    """The same game with two colors exchanged is possible, but was not drawn so."""
    exchanged = dict(zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True))

    def exchange(value):
        if isinstance(value, dict):
            return {exchanged.get(k, k): exchange(v) for k, v in value.items()}
        if isinstance(value, list):
            return [exchange(member) for member in value]
        return exchanged.get(value, value) if isinstance(value, str) else value

    history = verify([exchange(event) for event in EVENTS])

    assert history.valid
    assert history.draws == "mismatch"
