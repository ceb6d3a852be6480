"""The middle of the table: the displays in a ring, and the center within it."""

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures.alt_text import REASONS
from service.pictures.svg import at, element, text
from service.pictures.text_width import shortened
from service.pictures.tile_symbols import STEP, TILE, tile
from service.rules import COLORS, MARKER, Color, Result, State

WIDTH: Final = 960
HEIGHT: Final = 580

_RING: Final = (350, 212)
"""How far from the middle the displays are: sideways, and up or down."""
_PLATE: Final = 66
_PER_ROW: Final = 8
"""So many tiles lie side by side in the center."""


def table(state: State) -> Element:
    """The displays and the center; at the end, the standings instead."""
    number = len(state.displays)
    plates = [
        at(*_place(display, number), *_plate(display, tiles))
        for display, tiles in enumerate(state.displays)
    ]
    return at(WIDTH / 2, HEIGHT / 2, *_center(state), *plates)


def _place(display: int, number: int) -> tuple[float, float]:
    """Clockwise from the top."""
    angle = 2 * math.pi * display / number
    return _RING[0] * math.sin(angle), -_RING[1] * math.cos(angle)


def _plate(display: int, tiles: Sequence[Color]) -> Iterator[Element]:
    fade = {} if tiles else {"opacity": 0.5}
    yield element("circle", class_="plate", r=_PLATE, **fade)
    yield element("circle", class_="plate-rim", r=_PLATE - 6, **fade)
    corner = -(STEP + TILE) / 2
    for place, color in enumerate(_sorted(tiles)):
        yield tile(color, corner + place % 2 * STEP, corner + place // 2 * STEP)
    y = -_PLATE + 19 if tiles else 7
    yield text(str(display), 0, y, 18, class_="faint figures", text_anchor="middle")


def _center(state: State) -> Iterator[Element]:
    yield element("ellipse", class_="plate-rim", rx=270, ry=130)
    marker = [MARKER] if state.marker_seat is None else []
    items = [*marker, *_sorted(state.center)]
    rows = math.ceil(len(items) / _PER_ROW)
    if state.result:
        yield from _standings(state, state.result)
        rows += 4  # which the standings take
    for place, item in enumerate(items):
        row, column = divmod(place, _PER_ROW)
        in_row = min(_PER_ROW, len(items) - row * _PER_ROW)
        yield tile(item, _centered(column, in_row), _centered(row, rows))


def _centered(place: int, number: int) -> float:
    """Where the tile at `place` among `number` begins, with zero in the middle."""
    return place * STEP - (number * STEP - STEP + TILE) / 2


def _standings(state: State, result: Result) -> Iterator[Element]:
    y = 30 - len(result.standings) * 15
    for standing in result.standings:
        name = shortened(state.players[standing.seat].name, 18)
        look = "ink strong" if standing.seat in result.winners else "ink"
        yield text(f"{standing.rank}.", -155, y, 25, class_="faint figures")
        yield text(name, -122, y, 25, class_=look)
        yield text(str(standing.score), 160, y, 25, class_=look, text_anchor="end")
        y += 31
    reason = REASONS[result.reason]
    yield text(reason, 0, y, 18, class_="faint", text_anchor="middle")


def _sorted(tiles: Sequence[Color]) -> list[Color]:
    return sorted(tiles, key=COLORS.index)
