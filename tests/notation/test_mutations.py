"""However a text is changed, it is a possible game or the error in it is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation import NotationError, Reading, read, write
from service.rules import audit
from tests.notation.support import record
from tests.notation.texts import parse
from tests.rules.games import examples

TEXTS = [
    write(record(seed, board)) for seed, board in enumerate(("colored", "gray"), 1)
]
SIGNS = ' \n\t\r"\\[]{}|;*.->:@0123456789bcfkrswyend\u202e\u2028\u0663é\x00'


@st.composite
def mutants(draw):
    """A text with pieces cut out, doubled, put elsewhere or made up."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        to = draw(st.integers(0, len(text)))
        piece = draw(st.one_of(st.just(text[start:end]), st.text(SIGNS, max_size=4)))
        rest = text[:start] + text[end:] if draw(st.booleans()) else text
        text = rest[:to] + piece + rest[to:]
    return text


def outcome(text) -> Reading | NotationError:
    try:
        return read(text)
    except NotationError as error:
        return error


def assert_possible_or_explained(text):
    found = outcome(text)
    if isinstance(found, NotationError):
        lines = text.split("\n")
        assert 1 <= found.location.line <= len(lines)
        assert 1 <= found.location.column <= len(lines[found.location.line - 1]) + 1
        assert found.problem
        return
    problem = audit([version.events for version in found.versions]).violation
    if found.fault is None:
        assert problem is None
        assert parse(write(found.versions)) == found.versions
    else:
        assert found.fault.detail
        whole = found.versions[: found.fault.version - 1]
        assert audit([version.events for version in whole]).violation is None


@examples(300)
@given(mutants())
def test_a_mutilated_text_is_a_game_or_explained(text):
    assert_possible_or_explained(text)


@examples(100)
@given(st.text(st.one_of(st.sampled_from(SIGNS), st.characters()), max_size=60))
def test_any_text_is_a_game_or_explained(text):
    assert_possible_or_explained(text)


@examples(100)
@given(st.lists(st.sampled_from(TEXTS[1].split()), max_size=30), st.integers(0, 40))
def test_any_words_of_a_game_are_a_game_or_explained(words, lines):
    beginning = TEXTS[1].splitlines()[:lines]
    assert_possible_or_explained("\n".join([*beginning, " ".join(words), "*"]))


@pytest.mark.parametrize("text", TEXTS)
def test_the_tests_above_leave_some_texts_possible(text):
    """Else they would not look at what is read."""
    shifted = text.replace("[Created ", "{ } [ Created ").replace(" | ", "  |\t")

    found = outcome(shifted)

    assert isinstance(found, Reading)
    assert found.fault is None
    assert_possible_or_explained(shifted)
