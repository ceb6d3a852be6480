"""docs/reliability.md: every fault that others had is there, with tests that exist."""

import re

import pytest

from chaos.__main__ import SUBJECTS
from service.__main__ import COMMANDS
from service.settings import FSYNC
from tests.docs.pages import ROOT, table, text

PAGE = ROOT / "docs" / "reliability.md"
ROWS = table(PAGE, "#")
RESULTS = {"passed", "fixed", "not offered"}


def test_the_faults_are_numbered_and_each_has_a_result():
    assert [int(row[0]) for row in ROWS] == list(range(1, 122))
    assert {row[2] for row in ROWS} == RESULTS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_was_tried_is_shown_by_tests_that_exist(row):
    named = re.findall(r"`([a-z_]+/[a-z0-9_]+)(?:::(\w+))?`", row[3])

    assert bool(named) is (row[2] != "not offered"), row
    for place, sentence in named:
        folder, _, file = place.partition("/")
        source = text(ROOT / "tests" / folder / f"test_{file}.py")
        assert not sentence or f"\ndef test_{sentence}(" in source, (place, sentence)


def test_every_setting_of_the_disk_is_spoken_of():
    for setting in FSYNC:
        assert f"`APPENDFSYNC={setting}`" in text(PAGE)


def test_what_it_tells_to_run_can_be_run():
    makefile = text(ROOT / "Makefile")
    for target in re.findall(r"(?m)^    make (\w+)", text(PAGE)):
        assert f"\n{target}:" in makefile
    for command in re.findall(r"python -m service (\w+)", text(PAGE)):
        assert command in COMMANDS
    for subject in SUBJECTS:
        assert re.search(rf"python -m chaos .*\b{subject}\b", makefile)
