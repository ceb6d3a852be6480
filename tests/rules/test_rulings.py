"""The table in docs/rules.md tells the truth about these tests."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCS = TESTS.parents[1] / "docs"
PAGE = (DOCS / "rules.md").read_text("utf-8")

ROWS = {
    int(number): re.findall(r"`(test_\w+)`", tests)
    for number, tests in re.findall(r"(?m)^\| R(\d+) \|.*\|([^|]*)\|$", PAGE)
}
"""Ruling: the tests that the table names for it."""
RULINGS = range(1, max(ROWS) + 1)


def rulings_by_test():
    """Test: the rulings that its name or its docstring names."""
    named = {}
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = ast.get_docstring(node) or ""
                numbers = re.findall(r"_r(\d\d)(?=_)", node.name)
                named[node.name] = {
                    *map(int, numbers),
                    *map(int, re.findall(r"\bR(\d+)\b", words)),
                }
    return named


NAMED = rulings_by_test()


def test_the_table_lists_every_ruling_once_in_order():
    numbers = [int(number) for number in re.findall(r"(?m)^\| R(\d+) \|", PAGE)]

    assert numbers == list(RULINGS)


@pytest.mark.parametrize("page", ["rules.md", "glossary.md"])
def test_pages_say_which_ruling_is_the_last(page):
    text = (DOCS / page).read_text("utf-8")

    assert set(re.findall(r"R1 to R(\d+)", text)) == {str(RULINGS[-1])}


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_named_by_a_test(ruling):
    assert [test for test, rulings in NAMED.items() if ruling in rulings]


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_table_names_tests_that_name_the_ruling(ruling):
    assert ROWS[ruling]
    for test in ROWS[ruling]:
        assert test in NAMED, f"there is no {test}"
        assert ruling in NAMED[test], f"{test} is not about R{ruling}"


def test_no_test_names_a_ruling_that_does_not_exist():
    assert {one for rulings in NAMED.values() for one in rulings} == set(RULINGS)
