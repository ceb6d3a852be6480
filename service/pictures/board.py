"""One player's board."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures.svg import element, group, text
from service.pictures.text_width import truncated_to_width
from service.pictures.tile_symbols import STEP, TILE, space, tile
from service.rules import MARKER, SIZE, Board, Player, State, Wall, pending_lines

PADDING: Final = 16
GUTTER: Final = 24
"""Space between pattern lines and wall, with the numbers of the rows."""
WIDTH: Final = 2 * PADDING + 2 * SIZE * STEP + GUTTER - (STEP - TILE)
HEIGHT: Final = 374

_LINES: Final = 84
_WALL: Final = PADDING + SIZE * STEP + GUTTER
_FLOOR: Final = _LINES + SIZE * STEP + 36


def board(state: State, seat: int) -> Element:
    """The board of `seat`; its frame is marked if it is their turn, or if they won."""
    player = state.players[seat]
    return group(
        element(
            "rect", class_=_panel_class(state, seat), width=WIDTH, height=HEIGHT, rx=14
        ),
        *_head(state, seat),
        *_numbers(),
        *_pattern_lines(player),
        *wall(state.board, player.wall, _WALL, _LINES),
        *_floor_line(state.board, player),
        *_bonuses(state, seat),
        id=f"seat-{seat}",
    )


def _panel_class(state: State, seat: int) -> str:
    to_move = seat == state.current_seat or pending_lines(state, seat)
    won = state.result and seat in state.result.winners
    return "panel turn" if to_move or won else "panel"


def _head(state: State, seat: int) -> Iterator[Element]:
    player = state.players[seat]
    x = PADDING
    if state.marker_seat == seat and MARKER not in player.floor_line:
        yield tile(MARKER, x, 14)  # R7: the floor line had no space for it
        x += STEP
    yield text(truncated_to_width(player.name, 20), x, 43, 26, class_="ink strong")
    score = str(player.score)
    css_class = "accent strong figures"
    yield text(score, WIDTH - PADDING, 44, 32, class_=css_class, text_anchor="end")


def _numbers() -> Iterator[Element]:
    """The numbers of rows and columns, as the API counts them."""
    for number in range(SIZE):
        middle = number * STEP + TILE / 2
        yield _small(str(number), _WALL + middle, _LINES - 7)
        yield _small(str(number), _WALL - GUTTER / 2 - 2, _LINES + middle + 5)


def _small(content: str, x: float, y: float) -> Element:
    return text(content, x, y, 15, class_="faint figures", text_anchor="middle")


def _pattern_lines(player: Player) -> Iterator[Element]:
    """Line n (from zero) has n + 1 spaces next to the wall, filled from the right."""
    for number, line in enumerate(player.pattern_lines):
        for place in range(number + 1):
            x = PADDING + (SIZE - 1 - place) * STEP
            y = _LINES + number * STEP
            filled = line.color if place < line.count else None
            yield tile(filled, x, y) if filled else space(x, y)


def wall(board: Board, tiles: Wall, left: float, top: float) -> Iterator[Element]:
    """The wall of `board` with `tiles` on it; free spaces show their printed color."""
    for row in range(SIZE):
        for column in range(SIZE):
            x, y = left + column * STEP, top + row * STEP
            placed, printed = tiles[row][column], board.wall[row][column]
            yield tile(placed, x, y) if placed else space(x, y, printed)
            if (multiplier := board.multipliers[row][column]) > 1:
                yield from _multiplier(multiplier, x, y)


def _multiplier(multiplier: int, x: float, y: float) -> Iterator[Element]:
    yield element(
        "rect", class_="accent", x=x + 14, y=y + 22, width=24, height=16, rx=8
    )
    middle = x + 26
    css_class = "on-accent strong"
    yield text(
        f"×{multiplier}", middle, y + 35, 14, class_=css_class, text_anchor="middle"
    )


def _floor_line(board: Board, player: Player) -> Iterator[Element]:
    spaces = zip_longest(board.floor_penalties, player.floor_line)
    for place, (cost, item) in enumerate(spaces):
        x = PADDING + place * STEP
        yield _small(str(cost).replace("-", "\N{MINUS SIGN}"), x + TILE / 2, _FLOOR - 7)
        yield tile(item, x, _FLOOR) if item else space(x, _FLOOR)


def _bonuses(state: State, seat: int) -> Iterator[Element]:
    """The bonus points of `seat`, once the game has ended."""
    for standing in state.result.standings if state.result else ():
        if standing.seat == seat:
            points = (
                f"rows +{standing.row_points}",
                f"columns +{standing.column_points}",
                f"colors +{standing.color_points}",
            )
            for place, content in enumerate(points):
                y = _FLOOR - 6 + place * 21
                yield text(
                    content, WIDTH - PADDING, y, 17, class_="faint", text_anchor="end"
                )
