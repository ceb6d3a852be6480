"""The whole table as an SVG document."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures import board, captions, table
from service.pictures.alt_text import description, summary
from service.pictures.svg import at, document, element
from service.pictures.tile_symbols import STEP, TILE, symbols
from service.rules import EMPTY_WALL, SIZE, Board, State

STYLE: Final = Path(__file__).with_name("style.css")

_GAP: Final = 16
_FOOTER_HEIGHT: Final = 36


def picture(state: State, seat: int | None = None) -> str:
    """The table as an SVG document, described in its `<desc>`.

    With `seat`, only that board is shown, twice as large. Displays, seats, lines and
    columns are numbered from zero. The document refers to nothing outside itself.
    """
    seats = range(len(state.players)) if seat is None else [seat]
    columns = min(2, len(seats))
    scale = 2 / columns
    rows = -(-len(seats) // columns)
    height = table.HEIGHT + rows * (scale * board.HEIGHT + _GAP) + _FOOTER_HEIGHT
    return document(
        element(
            "svg",
            element("title", summary(state), id="title"),
            element("desc", description(state, seats), id="desc"),
            element("style", style()),
            symbols(),
            element("rect", class_="paper", width=table.WIDTH, height=height),
            table.table(state),
            *captions.corners(state),
            *_boards(state, seats, columns, scale),
            captions.bonuses(state.board, height - 16),
            viewBox=f"0 0 {table.WIDTH} {height:g}",
            class_="picture",
            role="img",
            aria_labelledby="title",
            aria_describedby="desc",
        )
    )


def _boards(
    state: State, seats: Sequence[int], columns: int, scale: float
) -> Iterator[Element]:
    """The boards of `seats` in rows of `columns`, the last row centered."""
    width, height = scale * board.WIDTH + _GAP, scale * board.HEIGHT + _GAP
    for place, seat in enumerate(seats):
        row, column = divmod(place, columns)
        in_row = min(columns, len(seats) - row * columns)
        left = (table.WIDTH - in_row * width + _GAP) / 2
        x, y = left + column * width, table.HEIGHT + row * height
        yield at(x, y, board.board(state, seat), scale=scale)


def wall_picture(printed: Board) -> str:
    """The empty wall of the board `printed`, as an SVG document without text."""
    size = SIZE * STEP + _GAP
    edge = _GAP / 2 + (STEP - TILE) / 2
    frame = element("rect", class_="panel", width=size, height=size, rx=14)
    wall = board.wall(printed, EMPTY_WALL, edge, edge)
    drawn = element("svg", element("style", style()), symbols(), frame, *wall)
    drawn.set("viewBox", f"0 0 {size} {size}")
    return document(drawn)


def symbol_sheet() -> str:
    """The symbols of the tiles as an invisible SVG element, for a page to refer to."""
    sheet = element("svg", symbols(), class_="symbols", width=0, height=0)
    return document(sheet)


@cache
def style() -> str:
    """The style sheet that every picture contains."""
    return STYLE.read_text("utf-8")
