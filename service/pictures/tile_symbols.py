"""The tiles, each with a color and a shape, so that color alone is not needed."""

from typing import Final
from xml.etree.ElementTree import Element

from service.pictures.svg import element, group
from service.rules import COLORS, MARKER, Color

TILE: Final = 36
"""Width and height of a tile."""
STEP: Final = 40
"""Distance from one tile to the next, including the gap."""

SHAPES: Final[dict[Color, str]] = {
    # A diamond with a hole.
    "blue": "M20 6L32 20L20 34L8 20zM20 14.5L15.5 20L20 25.5L24.5 20z",
    # A ring.
    "yellow": "M20 7a13 13 0 0 1 0 26a13 13 0 0 1 0-26z"
    "M20 14.5a5.5 5.5 0 0 0 0 11a5.5 5.5 0 0 0 0-11z",
    # A cross.
    "red": "M15.5 7h9v8.5h8.5v9h-8.5v8.5h-9v-8.5h-8.5v-9h8.5z",
    # A square in a frame.
    "black": "M9 9h22v22h-22zM13 13v14h14v-14zM16.5 16.5h7v7h-7z",
    # A star of eight rays.
    "white": "M20 6L22.4 14.3L29.9 10.1L25.7 17.6L34 20L25.7 22.4L29.9 29.9L22.4 25.7"
    "L20 34L17.6 25.7L10.1 29.9L14.3 22.4L6 20L14.3 17.6L10.1 10.1L17.6 14.3z",
}
_ONE: Final = "M15.5 15.5L20.5 10.5H23V29.5H18.8V16.2L15.5 18.6z"


def symbols() -> Element:
    """The definitions that `tile` and `space` refer to, once in each document."""
    return element("defs", *map(_tile_symbol, COLORS), _marker_symbol())


def _tile_symbol(color: Color) -> Element:
    return element(
        "symbol",
        element("rect", class_=color, x=1, y=1, width=38, height=38, rx=7),
        element("rect", class_=f"{color}-rim", x=4, y=4, width=32, height=32, rx=5),
        element("path", class_=f"{color}-shape", d=SHAPES[color], fill_rule="evenodd"),
        id=f"tile-{color}",
        viewBox="0 0 40 40",
    )


def _marker_symbol() -> Element:
    return element(
        "symbol",
        element("circle", class_="marker", cx=20, cy=20, r=17.5),
        element("path", class_="marker-shape", d=_ONE),
        id="tile-marker",
        viewBox="0 0 40 40",
    )


def tile(item: str, x: float, y: float) -> Element:
    """A tile, or the starting marker, with its upper left corner at (x, y)."""
    name, kind = ("marker", "token") if item == MARKER else (item, "tile")
    return _use(name, kind, x, y)


def space(x: float, y: float, printed: Color | None = None) -> Element:
    """An empty space, with its printed color, if any, shown pale."""
    place = element("rect", class_="space", x=x, y=y, width=TILE, height=TILE, rx=6)
    if printed is None:
        return place
    return group(place, _use(printed, "printed", x, y))


def _use(name: str, kind: str, x: float, y: float) -> Element:
    size = TILE
    return element(
        "use", class_=kind, href=f"#tile-{name}", x=x, y=y, width=size, height=size
    )
