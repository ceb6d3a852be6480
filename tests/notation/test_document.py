"""docs/notation.md says what is so: its grammar, its tables, its examples."""

import re
from pathlib import Path

import pytest
from hypothesis import given

from service.credentials.seeded_draws import SeededDraws
from service.notation import MEDIA_TYPE, SUFFIX, NotationError, write
from service.notation.header import _FOOTER, _HEADER
from service.notation.literals import LETTERS
from service.notation.parser import parse_text
from service.notation.scanner import MAX_CHARACTERS
from service.rules import GameEnded, TilePlaced, TilesTaken, audit
from service.rules.rounds import start_round
from tests.notation.ebnf import pattern, rules
from tests.notation.support import games
from tests.notation.test_mutations import mutants
from tests.notation.texts import BEGINNING, changed, parse
from tests.rules.games import examples

TEXT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
EXPORTED, BY_HAND = re.findall(r"(?s)```azul\n(.*?)```", TEXT)
(GRAMMAR,) = re.findall(r"(?s)```ebnf\n(.*?)```", TEXT)
GAME = pattern(GRAMMAR, "game")
BEYOND = re.compile(
    rf"^(?:{'|'.join([*_HEADER, *_FOOTER])}): |unknown tag|is given a second"
    r"|two to four players|Start must be|expected round \d+ \(.*, found|expected Azul"
    r"|this line has \d+ moves|this time is later|not a number of|not scores"
)
"""What is said about texts that follow the grammar and are refused all the same."""


def follows_the_grammar(text):
    return bool(GAME.fullmatch(text if text.endswith("\n") else f"{text}\n"))


def problem_with(text):
    """What keeps the text from being read; None if nothing does."""
    try:
        parse_text(text)
    except NotationError as error:
        return error.problem
    return None


def in_words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("text", [EXPORTED, BY_HAND], ids=["exported", "by hand"])
def test_both_examples_are_whole_games(text):
    versions = parse(text)

    assert isinstance(versions[-1].events[-1], GameEnded)
    assert audit([version.events for version in versions]).violation is None
    assert follows_the_grammar(text)


def test_the_first_example_is_as_the_service_writes_it():
    assert write(parse(EXPORTED)) == EXPORTED


def test_the_draws_of_the_first_example_follow_from_its_seed():
    versions = parse(EXPORTED)
    ended = versions[-1].events[-1]
    assert isinstance(ended, GameEnded)
    randomness = SeededDraws(ended.seed, ended.seed_salt, seeded=False)
    states = audit([version.events for version in versions]).states
    created = audit([versions[0].events[:1]]).last

    assert created is not None
    assert randomness.seed_hash == states[0].seed_hash
    assert start_round(created, randomness) == versions[0].events[1]


def test_the_second_example_shows_what_the_first_does_not():
    events = [event for version in parse(BY_HAND) for event in version.events]

    assert any(isinstance(e, TilePlaced) and not e.forced for e in events)
    assert re.search(r">\d-\d", BY_HAND)
    assert "{" in BY_HAND
    assert ";" in BY_HAND
    assert sum(isinstance(event, TilesTaken) for event in events) > 40


def test_the_line_at_the_top_is_from_the_first_example():
    (line,) = re.findall(r"(?m)^    (1\. .*)$", TEXT)

    assert line in EXPORTED


@pytest.mark.parametrize("text", re.findall(r"(?m)^    (end .*)$", TEXT))
def test_the_end_that_is_shown_is_that_of_the_first_example(text):
    assert f"\n{text}\n" in EXPORTED


def test_the_error_message_in_the_document_is_the_real_one():
    with pytest.raises(NotationError) as caught:
        parse(changed("cy>2", "0b>4"))

    assert in_words(str(caught.value)) in in_words(TEXT)


def test_every_letter_stands_in_the_table():
    letters, colors = re.findall(r"(?m)^\| (?:letter|tile) (\|.*)$", TEXT)

    assert [cell.strip(" `") for cell in letters.strip("|").split("|")] == list(
        LETTERS.values()
    )
    assert [cell.strip() for cell in colors.strip("|").split("|")] == list(LETTERS)


def test_every_tag_stands_in_a_table():
    rows = re.findall(r"(?m)^\| `([A-Z]\w*)`(?: … `(\w+)`)? \|", TEXT)

    names = [name for pair in rows for name in pair if name]
    known = [
        name for name in (*_HEADER, *_FOOTER) if name not in {"Player1", "Player2"}
    ]
    assert names == known


def test_media_type_file_ending_and_limit_are_named():
    assert f"`{MEDIA_TYPE}`" in TEXT
    assert f"`{SUFFIX}`" in TEXT
    assert f"{MAX_CHARACTERS:,}".replace(",", " ") in TEXT


def test_every_rule_of_the_grammar_is_used():
    right = " ".join(rules(GRAMMAR).values())

    assert {*re.findall(r"[a-z_]{2,}", right)} >= {*rules(GRAMMAR)} - {"game"}


@examples(20)
@given(games())
def test_what_the_service_writes_follows_the_grammar(versions):
    assert follows_the_grammar(write(versions))


@examples(200)
@given(mutants())
def test_the_parser_reads_what_the_grammar_allows_and_nothing_else(text):
    """But for what the document says in words."""
    problem = problem_with(text)

    if follows_the_grammar(text):
        assert problem is None or BEYOND.search(problem)
    else:
        assert problem


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0b>1", "0b>1x"),
        ("0b>1", "0g>1"),
        ("0b>1 ", "0b>1"),
        ("bbyk", "bb-"),
        ("1.", "1"),
        ("*", "end 1"),
        ("*", "* *"),
        ("*\n", "} *\n"),
        ('[Azul "1"]\n', '[Azul "1"]'),
        ('"Ana"', r'"\x"'),
        (" |", " {"),
    ],
)
def test_the_grammar_of_the_document_is_not_too_wide(old, new):
    text = BEGINNING.replace(old, new, 1)

    assert follows_the_grammar(BEGINNING)
    assert not follows_the_grammar(text)
    with pytest.raises(NotationError):
        parse_text(text)
