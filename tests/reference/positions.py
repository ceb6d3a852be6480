"""Setting up positions by hand; every tile used comes out of the bag."""

from typing import Any

from tests.reference.draws import seeded_draw
from tests.reference.engine import ReferenceGame

NAMES = ["Ana", "Rui", "Eva", "Gil"]
LETTERS = {"b": "blue", "y": "yellow", "r": "red", "k": "black", "w": "white"}


def bare_table(board: str = "colored", players: int = 2) -> ReferenceGame:
    """A game in round 1, seat 0 to move, with all tiles of the displays in the bag."""
    game = ReferenceGame(NAMES[:players], board, 0, seeded_draw("bare table"))
    for display in game.table["displays"]:
        for color in display:
            game.table["bag"][color] += 1
        display.clear()
    return game


def out_of_bag(game: ReferenceGame, letters: str) -> list[str]:
    """The tiles spelled by letters (b y r k w), taken from the bag."""
    colors = [LETTERS[letter] for letter in letters]
    for color in colors:
        game.table["bag"][color] -= 1
    return colors


def lay_display(game: ReferenceGame, display: int, letters: str) -> None:
    """Put tiles on an empty display."""
    game.table["displays"][display] += out_of_bag(game, letters)


def lay_line(game: ReferenceGame, seat: int, letters: str, line: int) -> None:
    """Put tiles on an empty pattern line."""
    game.table["players"][seat]["lines"][line] += out_of_bag(game, letters)


def lay_floor(game: ReferenceGame, seat: int, letters: str) -> None:
    """Put tiles on an empty floor line."""
    game.table["players"][seat]["floor"] += out_of_bag(game, letters)


def lay_wall(game: ReferenceGame, seat: int, rows: list[str]) -> None:
    """Put tiles on an empty wall, drawn as five rows with a dot for a free space."""
    out_of_bag(game, "".join(rows).replace(".", ""))
    game.table["players"][seat]["wall"] = drawn_wall(rows)


def drawn_wall(rows: list[str]) -> list[list[str | None]]:
    """The wall that five rows of letters and dots show."""
    return [[LETTERS.get(letter) for letter in row] for row in rows]


def bag_to_lid(game: ReferenceGame, left_in_bag: int) -> None:
    """Move tiles from the bag to the lid until this many are left in the bag."""
    table = game.table
    while sum(table["bag"].values()) > left_in_bag:
        color = max(table["bag"], key=table["bag"].get)
        table["bag"][color] -= 1
        table["lid"][color] += 1


def newest(game: ReferenceGame, kind: str) -> list[dict[str, Any]]:
    """The data of all events of a type in the newest version."""
    return [event["data"] for event in game.events[-1] if event["type"] == kind]


def newest_types(game: ReferenceGame) -> list[str]:
    """The types of all events in the newest version, in order."""
    return [event["type"] for event in game.events[-1]]
