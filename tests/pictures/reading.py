"""Reading a picture back: what lies where, by the drawing alone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from xml.etree import ElementTree as ET

from service.pictures import picture
from service.rules import BOARDS, MARKER, State
from tests.rules.games import random_game

SVG = "{http://www.w3.org/2000/svg}"
TABLES = [(board, seats) for board in BOARDS for seats in (2, 3, 4)]


@cache
def game(board: str, seats: int) -> tuple[State, ...]:
    """The states of a whole random game, version by version."""
    return tuple(version.state for version in random_game(board, seats, seed=seats))


def drawn(state: State, seat: int | None = None) -> ET.Element:
    """The picture of `state`, parsed."""
    return parsed(picture(state, seat))


def parsed(text: str) -> ET.Element:
    """A picture's elements; fails unless it is well-formed XML."""
    return ET.fromstring(text)  # noqa: S314 -- our own picture


def words(root: ET.Element) -> str:
    """The position as the picture tells it to a screen reader."""
    return "\n".join(root.findtext(f"{SVG}{tag}") or "" for tag in ("title", "desc"))


def board_of(root: ET.Element, seat: int) -> ET.Element:
    """The board of `seat`; there is exactly one."""
    (found,) = (each for each in root.iter() if each.get("id") == f"seat-{seat}")
    return found


def texts(root: ET.Element) -> list[str]:
    """What is written in the picture, in order."""
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def tiles(root: ET.Element) -> Counter[str]:
    """How often each tile is drawn, the marker included, printed spaces left out."""
    return Counter(
        MARKER if name == "marker" else name
        for name, look in uses(root)
        if look in ("tile", "token")
    )


def uses(root: ET.Element) -> Iterator[tuple[str, str]]:
    """Each drawing of a tile's symbol: its name, and what it stands for."""
    for use in root.iter(f"{SVG}use"):
        href = use.get("href") or ""
        yield href.removeprefix("#tile-"), use.get("class") or ""


def on_table(state: State, seats: Iterable[int] | None = None) -> Counter[str]:
    """How often each tile lies on the table and the boards of `seats`, by the state."""
    found: Counter[str] = Counter(state.center)
    for display in state.displays:
        found.update(display)
    for seat in range(len(state.players)) if seats is None else seats:
        player = state.players[seat]
        found.update(player.floor_line)
        for row in player.wall:
            found.update(tile for tile in row if tile)
        for line in player.pattern_lines:
            found.update([line.color] * line.count if line.color else [])
    return found
