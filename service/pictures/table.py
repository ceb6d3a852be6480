"""The middle of the table: the displays in a circle, and the center inside it."""

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures.alt_text import END_REASON_TITLES
from service.pictures.svg import at, element, text
from service.pictures.text_width import truncated_to_width
from service.pictures.tile_symbols import STEP, TILE, tile
from service.rules import COLORS, MARKER, Color, Result, State

WIDTH: Final = 960
HEIGHT: Final = 580

_DISPLAY_CIRCLE: Final = (350, 212)
"""Horizontal and vertical radius of the circle of displays."""
_DISPLAY_RADIUS: Final = 66
_PER_ROW: Final = 8
"""Tiles in a row of the center."""


def table(state: State) -> Element:
    """The displays and the center; at the end, the standings instead."""
    number = len(state.displays)
    displays = [
        at(*_position(display, number), *_display(display, tiles))
        for display, tiles in enumerate(state.displays)
    ]
    return at(WIDTH / 2, HEIGHT / 2, *_center(state), *displays)


def _position(display: int, number: int) -> tuple[float, float]:
    """The position of display `display` (from zero), clockwise from the top."""
    angle = 2 * math.pi * display / number
    return _DISPLAY_CIRCLE[0] * math.sin(angle), -_DISPLAY_CIRCLE[1] * math.cos(angle)


def _display(display: int, tiles: Sequence[Color]) -> Iterator[Element]:
    fade = {} if tiles else {"opacity": 0.5}
    yield element("circle", class_="plate", r=_DISPLAY_RADIUS, **fade)
    yield element("circle", class_="plate-rim", r=_DISPLAY_RADIUS - 6, **fade)
    corner = -(STEP + TILE) / 2
    for place, color in enumerate(_sorted(tiles)):
        yield tile(color, corner + place % 2 * STEP, corner + place // 2 * STEP)
    y = -_DISPLAY_RADIUS + 19 if tiles else 7
    yield text(str(display), 0, y, 18, class_="faint figures", text_anchor="middle")


def _center(state: State) -> Iterator[Element]:
    yield element("ellipse", class_="plate-rim", rx=270, ry=130)
    marker = [MARKER] if state.marker_seat is None else []
    items = [*marker, *_sorted(state.center)]
    rows = math.ceil(len(items) / _PER_ROW)
    if state.result:
        yield from _standings(state, state.result)
        rows += 4  # the height of the standings
    for place, item in enumerate(items):
        row, column = divmod(place, _PER_ROW)
        in_row = min(_PER_ROW, len(items) - row * _PER_ROW)
        yield tile(item, _centered(column, in_row), _centered(row, rows))


def _centered(place: int, number: int) -> float:
    """The offset from the middle of the tile at `place` (from zero) of `number`."""
    return place * STEP - (number * STEP - STEP + TILE) / 2


def _standings(state: State, result: Result) -> Iterator[Element]:
    y = 30 - len(result.standings) * 15
    for standing in result.standings:
        name = truncated_to_width(state.players[standing.seat].name, 18)
        css_class = "ink strong" if standing.seat in result.winners else "ink"
        yield text(f"{standing.rank}.", -155, y, 25, class_="faint figures")
        yield text(name, -122, y, 25, class_=css_class)
        yield text(str(standing.score), 160, y, 25, class_=css_class, text_anchor="end")
        y += 31
    reason = END_REASON_TITLES[result.reason]
    yield text(reason, 0, y, 18, class_="faint", text_anchor="middle")


def _sorted(tiles: Sequence[Color]) -> list[Color]:
    return sorted(tiles, key=COLORS.index)
