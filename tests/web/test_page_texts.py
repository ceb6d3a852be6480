"""The scripts have a text for all that the service can tell, and know no board."""

import re
from pathlib import Path

import pytest

from service import web
from service.rules import BOARDS
from service.rules.events import EVENT_TYPES
from service.rules.state import END_REASONS, PHASES

STATIC = Path(web.__file__).with_name("static")
SOURCES = sorted({*STATIC.glob("*.js"), *STATIC.glob("*.css")})


def keys(script, constant):
    """The keys of the object that a script exports by this name."""
    code = (STATIC / script).read_text("utf-8")
    found = re.search(rf"(?ms)^export const {constant} = {{$(.*?)^}};$", code)
    assert found, f"{script} exports no object {constant}"
    return re.findall(r"(?m)^  (\w+)[:(]", found[1])


@pytest.mark.parametrize(
    ("script", "constant", "names"),
    [
        ("event_text.js", "SENTENCES", EVENT_TYPES),
        ("game_text.js", "END_REASONS", END_REASONS),
        ("game_text.js", "PHASES", PHASES),
    ],
)
def test_the_pages_have_a_text_for_each_name_of_the_service(script, constant, names):
    assert len(names) > 2
    assert sorted(keys(script, constant)) == sorted(names)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_no_script_and_no_style_sheet_knows_a_board_by_name(file):
    code = file.read_text("utf-8")

    assert [board for board in BOARDS if re.search(rf"\b{board}\b", code)] == []
