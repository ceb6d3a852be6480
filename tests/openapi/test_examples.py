"""Every example of openapi.yaml is what the service answers, or takes.

Where one is not: `make examples` writes all of them anew.
"""

import re

import pytest

from tests.api.spec import SPEC
from tests.openapi.examples.document import (
    keywords,
    places,
    shown_elsewhere,
    value_of,
)
from tests.openapi.examples.elsewhere import values
from tests.openapi.examples.recipes import answer, is_problem, recipes

PLACES = places()
KNOWN_KEYWORDS = re.compile(
    r"#/components/(examples|(headers|parameters)/\w+/example)"
    r"|#/(paths|components/responses)/.*/content/[^/]+/[^/]+/examples"
)


@pytest.mark.parametrize(
    ("place", "component"),
    PLACES.items(),
    ids=["-".join(filter(None, place)) for place in PLACES],
)
def test_every_example_is_the_answer_of_a_real_request(place, component):
    assert value_of(component) == answer(place, component), "run `make examples`"


def test_no_example_lacks_a_recipe_and_no_recipe_lacks_an_example():
    successes, problems = recipes()

    assert {place for place in PLACES if not is_problem(place)} == successes
    assert {PLACES[place] for place in PLACES if is_problem(place)} == problems


def test_every_example_of_a_header_was_given_and_of_a_parameter_fits_the_same_game():
    assert shown_elsewhere() == values(), "run `make examples`"


def test_the_document_shows_examples_where_these_tests_look_and_nowhere_else():
    assert [path for path in keywords(SPEC) if not KNOWN_KEYWORDS.fullmatch(path)] == []


def test_every_token_that_is_shown_begins_with_its_version():
    seats = value_of("created_game")["seats"]

    assert [seat["token"][:3] for seat in seats] == ["v1."] * 2
