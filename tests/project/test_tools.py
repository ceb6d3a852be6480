"""The packages beside the service: chaos, fuzz, benchmarks, mutation and testkit."""

from collections import Counter

import pytest

from chaos.concurrent_players import varied_games
from service.rules import BOARDS
from testkit.running_service import ROOT

TOOLS = ("benchmarks", "chaos", "fuzz", "mutation", "testkit")
LINES = 250


def modules(package):
    names = (path for path in (ROOT / package).glob("*.py"))
    return [path for path in names if not path.name.startswith("__")]


def test_no_two_of_their_modules_have_the_same_name():
    names = Counter(path.name for package in TOOLS for path in modules(package))

    assert names
    assert [name for name, number in names.items() if number > 1] == []


@pytest.mark.parametrize("package", TOOLS)
def test_none_of_their_files_is_longer_than_250_lines(package):
    lengths = {
        path.name: len(path.read_text("utf-8").splitlines())
        for path in modules(package)
    }

    assert lengths
    assert {name: n for name, n in lengths.items() if n > LINES} == {}


def test_chaos_plays_every_board_with_every_number_of_players():
    games = varied_games(3 * len(BOARDS))

    assert {game.board for game in games} == set(BOARDS)
    assert {game.players for game in games} == {2, 3, 4}


@pytest.mark.parametrize("package", [*TOOLS, "tests"])
def test_boards_are_taken_from_the_rules_and_not_listed(package):
    listed = ", ".join(f'"{board}"' for board in BOARDS)
    pinned = {"test_setup.py"}  # ruling 4 says which boards there are

    files = [
        path
        for path in (ROOT / package).rglob("*.py")
        if listed in path.read_text("utf-8") and path.name not in pinned
    ]

    assert files == []
