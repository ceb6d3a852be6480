"""`make examples` writes values that are read as they were, and nothing else."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.openapi.examples.layout import LONG, WIDTH, Layout
from tests.openapi.examples.rewriting import rewritten

SAMPLE = """\
# A comment in front.
openapi: 3.1.0
info:
  description: >-
    Folded text,  with   odd spaces
    and lines.
components:
  headers:
    ETag:
      schema: {type: string}   # a comment behind
      example: '"1"'
  examples:
    # ----- First -----
    small:
      summary: "In quotes"
      value:
        line: 0

    # ----- Second -----
    text:
      value: |
        one

        two
      summary: Behind the value
    last:
      value: 1
"""
NEW = """\
# A comment in front.
openapi: 3.1.0
info:
  description: >-
    Folded text,  with   odd spaces
    and lines.
components:
  headers:
    ETag:
      schema: {type: string}   # a comment behind
      example: '"2"'
  examples:
    # ----- First -----
    small:
      summary: "In quotes"
      value:
        line: 1
        columns: [1, 2]

    # ----- Second -----
    text:
      value: |
        three

        four
      summary: Behind the value
    last:
      value: null
"""
TEXTS = st.text(st.characters(max_codepoint=0x2FF, exclude_categories=["C"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS.filter(len), inner),
)


def laid_out(value):
    return "\n".join([*Layout({"it": value}).example(value, 6), ""])


def test_only_the_values_of_examples_change():
    values = {
        "small": {"line": 1, "columns": [1, 2]},
        "text": "three\n\nfour\n",
        "last": None,
    }

    assert rewritten(SAMPLE, values, {("headers", "ETag"): '"2"'}) == NEW


def test_writing_the_same_values_again_changes_nothing():
    values = {"small": {"line": 0}, "text": "one\n\ntwo\n", "last": 1}

    assert rewritten(SAMPLE, values, {("headers", "ETag"): '"1"'}) == SAMPLE


@given(VALUES)
def test_what_was_laid_out_is_read_as_it_was(value):
    assert yaml.safe_load(laid_out(value)) == {"value": value}


@pytest.mark.parametrize(
    "text",
    [
        "1e5",
        "yes",
        "null",
        "",
        "- a",
        "a: b",
        "a #b",
        "*a",
        " a",
        "a\n",
        "a\nb",
        "a\n\n",
    ],
)
def test_a_text_that_yaml_would_take_for_something_else_is_in_quotes(text):
    for value in (text, {"a": text}, [text, 1], {"a": {"b": text}}):
        assert yaml.safe_load(laid_out(value)) == {"value": value}


def test_a_number_that_a_text_could_be_is_in_quotes():
    assert laid_out("1e5") == '      value: "1e5"\n'


def test_a_long_list_of_small_mappings_stands_in_rows():
    moves = [{"display": number, "line": 0} for number in range(12)]
    lines = laid_out({"legal_moves": moves}).splitlines()

    assert len(lines) == 5
    assert max(map(len, lines)) <= WIDTH


def test_what_is_long_and_occurs_again_is_written_once():
    game = {"id": "x" * LONG, "players": ["Ana", "Rui"]}
    values = {"state": game, "created": {"game": game, "seats": []}}
    layout = Layout(values)
    lines = ["state:", *layout.example(game, 2)]
    lines += ["created:", *layout.example(values["created"], 2)]
    document = yaml.safe_load("\n".join(lines))

    assert "    game: *state" in lines
    assert {name: example["value"] for name, example in document.items()} == values
