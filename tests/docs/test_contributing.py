"""CONTRIBUTING.md leads to what there is, and repeats nothing that can drift."""

import re

import pytest

from tests.docs.pages import PAGES, ROOT, links, text

PAGE = ROOT / "CONTRIBUTING.md"
PATH = re.compile(
    r"`((?:service|tests|docs|deploy|fuzz|chaos|mutation|benchmarks|testkit)/[\w./-]+)`"
)
RECIPES = [
    "A board",
    "A rule",
    "An endpoint",
    "A refusal or a problem code",
    "An event",
    "A computer player",
    "Another store",
    "A change to tokens",
    "A setting",
    "A script of the pages",
    "A dependency",
]
PROPOSED = {"service/computer_players/"}
"""What a recipe tells to make."""


def prose(page):
    """A page on one line, so that a sentence can be found where a line breaks."""
    return re.sub(r"\s+", " ", text(page))


def test_the_layers_are_described_in_one_place():
    assert "docs/architecture.md#layers" in links(PAGE)
    assert "| folder |" not in text(PAGE)
    assert not re.search(r"(?m)^\| `service/", text(PAGE))


def test_every_kind_of_change_has_its_recipe():
    recipes = text(PAGE).partition("## Recipes")[2].partition("\n## ")[0]

    assert re.findall(r"(?m)^### (.*)$", recipes) == RECIPES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_a_document_names_exists(page):
    named = set(PATH.findall(text(page))) - PROPOSED

    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_what_is_to_be_run_is_there():
    makefile = text(ROOT / "Makefile")
    targets = set(re.findall(r"(?:`|    )make\s+(\w+)", text(PAGE)))
    tested = re.findall(r"`\.venv/bin/pytest (?:-n 2 )?(tests/[^`]*)`", prose(PAGE))

    assert {name for name in targets if f"\n{name}:" not in makefile} == set()
    assert len(tested) >= len(RECIPES) - 1
    for paths in tested:
        assert all((ROOT / path).exists() for path in paths.split())


def test_the_names_that_recipes_tell_to_change_are_in_the_files_that_they_name():
    named = re.findall(
        r"`(\w+)`,? (?:in|of|from) `((?:service|tests)/[\w/]+\.py)`", prose(PAGE)
    ) + re.findall(r"`(\w+)` \(`((?:service|tests)/[\w/]+\.py)`\)", prose(PAGE))

    assert len(named) >= 8
    for name, path in named:
        assert re.search(rf"\b{name}\b", text(ROOT / path)), (name, path)


def test_the_limits_of_style_are_those_that_are_enforced():
    lines = text(ROOT / "tests" / "project" / "test_file_sizes.py")

    assert "(300 is the limit in `service/`)" in prose(PAGE)
    assert "LINES = 300" in lines
