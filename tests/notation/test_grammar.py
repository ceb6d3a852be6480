"""What may stand where, and where what is wrong is said to be."""

import pytest

from service.formats.timestamps import format_timestamp
from service.notation import NotationError
from service.notation.scanner import MAX_CHARACTERS
from tests.notation.texts import BEGINNING, changed, parse, refused


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n\n", "\n"),
        ("\n\n", "\n; a line for people\n \t\n{ and another }\n"),
        ("0b>1 cy>2", "0b>1 {good!} cy>2"),
        ("0b>1 cy>2", '{ " ; [ | * } 0b>1{x}cy>2'),
        ("4000\n", '4000 ; what a "round" } {\n'),
        ("1. bbyk rrww", "\t1.   bbyk\trrww"),
        ('[Board "gray"]', '[ Board"gray" ] ; gray'),
        ("*\n", "*"),
        ("*\n", "*\n\n; the rest is silence"),
    ],
)
def test_blanks_and_comments_change_nothing(old, new):
    assert parse(changed(old, new)) == parse(BEGINNING)


@pytest.mark.parametrize(
    "text",
    [BEGINNING.replace("\n", "\r\n"), f"\ufeff{BEGINNING}"],
    ids=["line ends of Windows", "byte order mark"],
)
def test_files_of_other_systems_are_read(text):
    assert parse(text) == parse(BEGINNING)


def test_tags_may_stand_in_another_order_and_be_left_out():
    short = (
        '[Azul "1"]\n[Player1 "Rui"]\n[Player0 "Ana"]\n1. bbyk rrww kwyb yyrk wbbk |\n*'
    )

    (version,) = parse(short)
    created = version.events[0]

    assert version.at == 0
    assert created.board == "colored"
    assert [player.name for player in created.players] == ["Ana", "Rui"]
    assert (created.starting_seat, created.seeded) == (0, False)
    assert created.seed_hash == "0" * 64


def test_without_times_every_move_is_made_at_once():
    times = [version.at for version in parse(changed("| 900 1200 800 4000", ""))]

    assert times == [0] * 5


def test_times_count_from_the_move_before():
    text = changed("\n\n", '\n[Created "2026-05-04T18:30:00.125Z"]\n')

    times = [version.at - 1_777_919_400_125 for version in parse(text)]

    assert times == [0, 900, 2100, 2900, 6900]


def test_times_end_with_the_year_9999():
    end = changed("\n\n", '\n[Created "9999-12-31T23:59:59.998Z"]\n')
    last = end.replace("900 1200 800 4000", "1 0 0 0")

    assert format_timestamp(parse(last)[-1].at) == "9999-12-31T23:59:59.999Z"
    refused(last.replace("| 1 0", "| 1 1"), 6, 55, "later than the year 9999")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"A \"B\" \\", 'A "B" \\'),
        (r"\u{1F600}\u{e9}", "\N{GRINNING FACE}é"),
        ("{[a] | b; *}", "{[a] | b; *}"),
    ],
)
def test_quoted_texts_may_hold_anything(written, name):
    (created, *_), *_ = [v.events for v in parse(changed('"Ana"', f'"{written}"'))]

    assert created.players[0].name == name


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "words"),
    [
        ('[Azul "1"]\n', "", 1, 2, "expected Azul, found 'Board'"),
        ('[Azul "1"]', "Azul 1", 1, 1, '[Azul "1"] must come first'),
        ('[Azul "1"]', '[Azul "2"]', 1, 7, "Azul: must be 1, not '2'"),
        ('[Azul "1"]', '[Azul "1"', 1, 10, 'expected "]", found the end of'),
        (
            '[Azul "1"]',
            '[Azul "1"] x',
            1,
            12,
            "expected the end of the line,",
        ),
        ('[Azul "1"]', '[Azul "1]', 1, 7, "this quoted text is not closed"),
        ('[Azul "1"]', "[Azul 1]", 1, 7, "expected a text in quotes, found '1'"),
        (
            "Board",
            "Boards",
            2,
            2,
            "unknown tag 'Boards'; the tags here are Azul,",
        ),
        ("[Board", "[Azul", 2, 2, "Azul is given a second time"),
        ('"gray"', '"green"', 2, 8, "must be colored or gray or crystal_1"),
        ('"gray"', r'"gr\ay"', 2, 8, "an escape must be"),
        ('"gray"', r'"\u{d800}"', 2, 8, "no character U+d800"),
        ('"gray"', r'"\u{110000}"', 2, 8, "no character U+110000"),
        ('"Ana"', '""', 3, 10, "must have 1 to 40 characters"),
        ('"Ana"', '" "', 3, 10, "must not be blank"),
        ('"Ana"', f'"{41 * "a"}"', 3, 10, "must have 1 to 40 characters"),
        (
            '"Ana"',
            '"a\tb"',
            3,
            10,
            "must not contain control characters or line breaks",
        ),
        (
            '"Ana"',
            r'"a\u{a}b"',
            3,
            10,
            "must not contain control characters or line breaks",
        ),
        ("Player0", "Player2", 6, 1, "must name two to four players"),
        ('[Player1 "Rui"]\n', "", 5, 1, "must name two to four players"),
        ("\n\n", '\n[Start "2"]\n', 6, 1, "Start must be a seat from 0 to 1"),
        ("\n\n", '\n[Start "x"]\n', 5, 8, "Start: must be 0 or 1 or 2 or 3"),
        ("\n\n", '\n[Rules "2"]\n', 5, 8, "Rules: must be 1, not '2'"),
        ("\n\n", '\n[Seeded "1"]\n', 5, 9, "Seeded: must be yes or no"),
        ("\n\n", '\n[SeedHash "ab"]\n', 5, 11, "must be 64 hexadecimal digits"),
        ("\n\n", '\n[Seed "a1"]\n', 5, 2, "unknown tag 'Seed'"),
        ("\n\n", '\n[Created "yesterday"]\n', 5, 10, "must be a time such as"),
        ("\n\n", '\n[Created "2026-02-30T00:00:00.000Z"]\n', 5, 10, "day"),
        ("\n\n", '\n[Created "1969-12-31T00:00:00.000Z"]\n', 5, 10, "from 1970 on"),
        (
            "1. bbyk",
            "bbyk",
            6,
            1,
            "expected round 1 (\"1.\"), found 'bbyk'",
        ),
        (
            "1. bbyk",
            "2. bbyk",
            6,
            1,
            "expected round 1 (\"1.\"), found '2.'",
        ),
        ("*\n", "3.\n*", 7, 1, 'expected round 2 ("2."), found'),
        ("bbyk", "bbyg", 6, 4, "no tile has the letter 'g'; tiles are b y r k w"),
        ("bbyk", "bb-", 6, 4, "no tile has the letter '-'"),
        ("wbbk |", "wbbk", 6, 29, "no tile has the letter"),
        ("0b>1", "9x>1", 6, 31, "'9x>1' is not a move; moves look like 3r>2"),
        ("0b>1", "b>1", 6, 31, "is not a move"),
        ("0b>1", "0b>1-", 6, 31, "is not a move"),
        ("0b>1", "0b>1-100", 6, 31, "is not a move"),
        ("0b>1", "0b>٣", 6, 31, "is not a move"),
        ("0b>1", '"0b>1"', 6, 31, "expected the end of the line"),
        ("| 900", "900", 6, 51, "'900' is not a move"),
        ("| 900", "|", 6, 51, "this line has 4 moves, but 3 times"),
        ("| 900", "| 1 900", 6, 51, "this line has 4 moves, but 5 times"),
        ("| 900", "| -1", 6, 53, "'-1' is not a number of milliseconds"),
        ("| 900", "| 1.5", 6, 53, "'1.5' is not a number of milliseconds"),
        ("| 900", f"| {16 * '9'}", 6, 53, "is not a number of milliseconds"),
        ("| 900", f"| {15 * '9'}", 6, 53, "this time is later than the year 9999"),
        ("4000", "4000 | 1", 6, 71, "expected the end of the line, found '|'"),
        ("*\n", "", 7, 1, 'expected the next round, "*" (the game goes on) or "end",'),
        ("*\n", "* *", 7, 3, "expected the end of the line, found '*'"),
        ("*\n", "*\n*\n", 8, 1, "expected the end of the text, found '*'"),
        ("*\n", "end 1-2\n", 7, 8, "expected the reason of the end"),
        ("*\n", "end 1-2 Rui\n", 7, 9, "'Rui' is not a reason; they look like"),
        ("*\n", "end 1\n", 7, 5, "'1' are not scores; scores look like"),
        ("*\n", 'end\n[Seed ""]\n', 8, 7, "must have 1 to 64 characters"),
        ("*\n", 'end\n[Salt "x"]\n', 8, 7, "must be 32 hexadecimal digits"),
        ("*\n", 'end\n[Board "gray"]\n', 8, 2, "unknown tag 'Board'"),
        ("*\n", "{ to be\ncontinued } *", 7, 1, "this comment is not closed on its"),
        ("*\n", "} *", 7, 1, "no comment is open here"),
        ("*\n", "{ a { b } } *", 7, 1, "this comment is not closed on its line, or"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(old, new, line, column, words):
    refused(changed(old, new), line, column, words)


@pytest.mark.parametrize("text", ["", "\n", "; nothing", "{}", "\ufeff"])
def test_nothing_is_no_game(text):
    with pytest.raises(NotationError, match="must come first"):
        parse(text)


def test_a_text_longer_than_any_game_is_not_even_looked_at():
    refused(BEGINNING + " " * MAX_CHARACTERS, 1, 1, "a text may have 250000 characters")


def test_quoted_input_is_cut_to_a_limited_length():
    with pytest.raises(NotationError) as caught:
        parse(changed("0b>1", 1000 * "x"))

    assert len(str(caught.value)) < 200
