"""`make mutants` changes what it says it does, and counts right."""

import ast
import re
from pathlib import Path

import pytest

from mutation.import_time import mutants
from mutation.lua_script import CHANGES, SCRIPT, changed_scripts
from mutation.score import Verdict, as_list, as_table, share

LOG = Path(__file__).parents[2] / "service" / "store" / "redis_log.py"

SAMPLE = """
from functools import cache

COLORS = 5


class Board:
    rows: int = 7

    @property
    def size(self):
        return self.rows * COLORS


@cache
def known(row):
    return row > 3


def plain(row):
    return row + 1
"""
LEFT = [
    ("COLORS = 5", "COLORS = None"),
    ("COLORS = 5", "COLORS = 6"),
    ("rows: int = 7", "rows: int = None"),
    ("rows: int = 7", "rows: int = 8"),
    ("return self.rows * COLORS", "return self.rows / COLORS"),
    ("return row > 3", "return row >= 3"),
    ("return row > 3", "return row > 4"),
]
PLAIN = [
    ("return row + 1", "return row - 1"),
    ("return row + 1", "return row + 2"),
]


@pytest.mark.parametrize(
    ("whole", "changes"), [(False, LEFT), (True, LEFT + PLAIN)], ids=["rest", "whole"]
)
def test_what_mutmut_leaves_is_changed_once_in_every_way(tmp_path, whole, changes):
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE, "utf-8")

    found = list(mutants(path, whole=whole))

    assert sorted(one.change for one in found) == sorted(
        f"- {old}\n+ {new}" for old, new in changes
    )
    assert all(ast.parse(one.text) for one in found)


def test_every_change_to_the_appending_script_fits_somewhere():
    code = LOG.read_text("utf-8")
    script = SCRIPT.search(code)[1]

    assert [pattern for pattern, _ in CHANGES if not re.search(pattern, script)] == []
    changed = list(changed_scripts(code))
    assert len({code, *changed}) == 1 + len(changed) > len(CHANGES)
    assert {SCRIPT.sub("", text) for text in changed} == {SCRIPT.sub("", code)}


def test_survivors_are_listed_and_every_module_has_its_share():
    verdicts = [
        Verdict("rules.tiles", "killed", "- a\n+ b"),
        Verdict("rules.tiles", "survived", "- c\n+ d"),
        Verdict("rules.moves", "timeout", "- e\n+ f"),
        Verdict("rules.moves", "no tests", "- g\n+ h"),
        Verdict("rules.tiles", "killed", "- i\n+ j"),
    ]

    assert share(verdicts) == 0.6
    assert as_table(verdicts).splitlines()[2:] == [
        "| `rules.moves` | 2 | 1 | 1 | 50.0 % |",
        "| `rules.tiles` | 3 | 2 | 1 | 66.7 % |",
        "| all | 5 | 3 | 2 | 60.0 % |",
    ]
    assert as_list(verdicts) == (
        "rules.moves: no tests\n- g\n+ h\nrules.tiles: survived\n- c\n+ d\n"
    )
