"""All that the rules decide is checked in a text, and the rule it breaks is named."""

import pytest

from service.credentials.seeded_draws import commitment
from service.notation import Location, NotationError, read, write
from service.rules import FloorCleared, GameCreated, GameEnded, fold
from tests.notation.support import SALT, record, sensible
from tests.notation.texts import BEGINNING, changed, parse, refused
from tests.rules.support import NAMES

GAME = record(4, "gray", choose=sensible)
TEXT = write(GAME)
LINES = TEXT.splitlines()
FIRST = next(number for number, line in enumerate(LINES) if line.startswith("1."))
"""Where round 1 stands in `LINES`; the others follow."""
LAST = next(number for number, line in enumerate(LINES) if line.startswith("end"))


def with_line(number, line):
    """The whole game with another line, or without it if that is None."""
    between = [] if line is None else [line]
    return "\n".join([*LINES[:number], *between, *LINES[number + 1 :]])


def without_times(line):
    return line.rpartition(" | ")[0]


def truncated_to_width(line):
    """A round's line without its last move."""
    return without_times(line).rpartition(" ")[0]


def fault_of(text):
    fault = read(text).fault
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("0r>1", "color_not_in_source", "That display holds no red tile; it holds b"),
        ("7b>1", "validation_failed", "There is no display 7"),
        ("cb>1", "color_not_in_source", "The center holds no blue tile"),
        ("0b>7", "validation_failed", "There is no pattern line 7"),
        ("0b>1-2", "dropped_too_many", "at least one goes to the line (R10)"),
        ("0b>f-1", "dropped_too_many", "All tiles go to the floor line anyway"),
        ("s0:0@0", "wrong_phase", "tiles go to the wall after it"),
        ("s2:0@0", "not_your_turn", "There is no seat 2"),
    ],
)
def test_a_move_that_breaks_a_rule_is_named_with_the_rule(move, code, words):
    text = changed("0b>1", move)

    fault = fault_of(text)

    assert (fault.version, fault.index, fault.code) == (2, 0, code)
    assert fault.location == Location(6, 31)
    assert fault.detail.startswith(f"Round 1, move 1, {move}: ")
    assert words in fault.detail
    refused(text, 6, 31, words)


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("0y>2", "display_empty", "Display 0 is empty"),
        ("2b>1", "line_full", "Pattern line 1 is already full (R32)"),
        ("1r>1", "line_holds_other_color", "already holds blue tiles"),
    ],
)
def test_a_move_is_judged_where_the_moves_before_led(move, code, words):
    text = changed("4b>3 | 900 1200 800 4000", f"4b>3 {move}")

    fault = fault_of(text)

    assert (fault.version, fault.index, fault.code) == (6, 0, code)
    assert fault.detail.startswith(f"Round 1, move 5, {move}: ")
    assert words in fault.detail


def test_all_before_the_fault_stands():
    reading = read(changed("4b>3", "0b>3"))

    assert reading.versions == parse(BEGINNING)[:4]


def test_a_placement_must_be_an_allowed_one():
    number = next(n for n in range(FIRST, LAST) if " s0:" in LINES[n])
    before, _, after = without_times(LINES[number]).partition(" s0:")
    moves = before.partition("| ")[2].split()

    fault = fault_of(with_line(number, f"{before} s0:{after[0]}@9"))

    round_number = number - FIRST + 1
    move = f"s0:{after[0]}@9"
    assert fault.code == "column_not_allowed"
    assert fault.detail.startswith(
        f"Round {round_number}, move {len(moves) + 1}, {move}: "
    )


def test_a_round_goes_on_until_the_rules_end_it():
    fault = fault_of(with_line(FIRST, truncated_to_width(LINES[FIRST])))

    second_line_moves = LINES[FIRST + 1].partition("| ")[2]
    assert fault.code == "wrong_phase"
    assert fault.detail == (
        f"Round 2, move 1, {second_line_moves.split()[0]}: "
        "Round 1 is not over yet at this move."
    )


def test_a_move_behind_the_end_of_its_round_is_not_played_in_the_next():
    second = LINES[FIRST + 1].partition("| ")[2].split()[0]

    fault = fault_of(with_line(FIRST, f"{without_times(LINES[FIRST])} {second}"))

    assert fault.code == "wrong_phase"
    assert fault.detail.endswith(f"{second}: Round 1 is already over at this move.")
    assert fault.location.line == FIRST + 1


def test_a_round_without_moves_cannot_stand_before_the_one_ahead_of_it_is_over():
    fault = fault_of(changed("*\n", "2. bbyk rrww kwyb yyrk wbbk |\n*\n"))

    assert (fault.version, fault.index, fault.code) == (6, 0, "wrong_phase")
    assert fault.location == Location(7, 1)
    assert fault.detail == "Round 1 is not over yet."


def test_nothing_is_played_after_the_end():
    last_round = without_times(LINES[LAST - 1])

    fault = fault_of(with_line(LAST - 1, f"{last_round} 0b>1"))

    assert (fault.version, fault.code) == (len(GAME) + 1, "game_finished")


def test_no_round_starts_after_the_end():
    number = LAST - FIRST + 1

    fault = fault_of(with_line(LAST, f"{number}. bbbb |\n{LINES[LAST]}"))

    assert (fault.version, fault.index) == (len(GAME) + 1, 0)
    assert (fault.code, fault.location.line) == ("game_finished", LAST + 1)


def test_a_game_that_goes_on_has_not_ended():
    fault = fault_of(changed("*", "end"))

    assert (fault.version, fault.code) == (6, "wrong_phase")
    assert (fault.location, fault.detail) == (
        Location(7, 1),
        "The game is not over yet.",
    )


def test_a_game_that_has_ended_does_not_go_on():
    reading = read("\n".join([*LINES[:LAST], "*"]))

    assert reading.fault is not None
    assert reading.fault.code == "event_missing"
    assert reading.fault.version == len(GAME)
    assert reading.fault.index == len(GAME[-1].events) - 1
    assert "the text must say so" in reading.fault.detail
    assert isinstance(reading.versions[-1].events[-1], FloorCleared)


@pytest.mark.parametrize("end", ["end 99-98 row_completed", "end 1-2-3 row_completed"])
def test_scores_that_the_rules_do_not_give_are_refused(end):
    true = LINES[LAST].split()[1]

    fault = fault_of(with_line(LAST, end))

    assert fault.code == "event_differs"
    assert fault.detail == f"The game ended {true} by row_completed."
    assert fault.location == Location(LAST + 1, 1)


def test_a_reason_that_is_not_the_true_one_is_refused():
    scores = LINES[LAST].split()[1]

    fault = fault_of(with_line(LAST, f"end {scores} no_progress"))

    assert fault.code == "event_differs"


def test_the_scores_need_not_be_said():
    assert parse(with_line(LAST, "end")) == GAME


@pytest.mark.parametrize(
    ("displays", "sizes"),
    [
        ("bbyk rrww kwyb yyrk", "4 4 4 4"),
        ("bbyk rrww kwyb yyrk wbb", "4 4 4 4 3"),
        ("bbyk rrww kwyb yyrkw bbk", "4 4 4 5 3"),
        ("bbyk rrww kwyb yyrk wbbk b", "4 4 4 4 4 1"),
        ("bbyk rrww kwyb yyrk wbbk -", "4 4 4 4 4 0"),
        ("- - - - -", "0 0 0 0 0"),
        ("", "no"),
    ],
)
def test_displays_are_filled_as_the_rules_say(displays, sizes):
    reading = read(changed("bbyk rrww kwyb yyrk wbbk", displays))

    assert reading.fault is not None
    assert (reading.fault.version, reading.fault.index) == (1, 1)
    assert (reading.fault.code, reading.fault.location) == (
        "event_differs",
        Location(6, 1),
    )
    assert reading.fault.detail == (
        f"Round 1 must start with 4 4 4 4 4 tiles, not with {sizes}."
    )
    assert [type(event) for event in reading.versions[0].events] == [GameCreated]


def test_a_tile_that_the_bag_cannot_give_is_not_drawn():
    text = """[Azul "1"]
[Player0 "Ana"]
[Player1 "Rui"]
[Player2 "Eva"]
1. bbbb bbbb bbbb bbbb bbbb yyyy rrrb |
*"""

    fault = fault_of(text)

    assert (fault.version, fault.index, fault.code) == (1, 1, "impossible_draw")
    assert fault.detail == "Tile 27 of round 1 is blue, but the bag holds none."


def test_a_round_needs_its_displays():
    text = "\n".join([*LINES[: FIRST + 1], "*"])

    versions, fault, *_ = read(text)

    assert fault is not None
    assert (fault.code, fault.location) == ("event_missing", Location(FIRST + 2, 1))
    assert fault.detail == "Round 2 starts here; the text must give its displays."
    assert (fault.version, fault.index) == (len(versions), len(versions[-1].events))
    assert versions[:-1] == GAME[: len(versions) - 1]
    assert versions[-1].events == GAME[len(versions) - 1].events[:-1]


def test_displays_that_stay_empty_are_a_dash_and_part_of_the_game():
    """R18: the bag and the lid ran out."""
    versions = record(2, "crystal_2", NAMES)
    text = write(versions)

    assert any(" - - | " in line for line in text.splitlines())
    assert parse(text) == versions


def test_whatever_is_said_to_have_happened_can_follow():
    """The last version of a text with a fault holds true events, too."""
    for number in range(FIRST, LAST):
        versions, fault, *_ = read(with_line(number, truncated_to_width(LINES[number])))

        assert fault is not None
        state = None
        for version in versions:
            state = fold(version.events, state)
        assert not any(isinstance(e, GameEnded) for e in versions[-1].events)


def test_parse_tells_a_fault_like_any_other_error():
    with pytest.raises(
        NotationError, match=r"Line 6, column 31: Round 1, move 1, 0r>1"
    ):
        parse(changed("0b>1", "0r>1"))


def test_a_seed_is_held_against_its_hash_if_there_is_a_way_to():
    other = TEXT.replace('[Seed "seed 4"]', '[Seed "seed 5"]')

    reading = read(other, commitment)

    assert read(TEXT, commitment).fault is None
    assert read(other).fault is None
    assert reading.fault is not None
    assert reading.fault.code == "seed_mismatch"
    assert reading.fault.version == len(GAME)
    assert reading.versions[-1].events == GAME[-1].events[:-1]
    assert (reading.seed, reading.seed_salt) == ("seed 5", SALT)


def test_a_seed_that_is_not_said_is_held_against_nothing():
    silent = TEXT.partition("\n[Seed ")[0]

    assert read(silent, commitment).fault is None
