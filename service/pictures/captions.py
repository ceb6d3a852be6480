"""The texts in the corners of the table, and below the boards."""

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures import table
from service.pictures.alt_text import PHASE_TITLES, headline
from service.pictures.svg import text
from service.pictures.text_width import truncated_to_width
from service.rules import Board, State

_MARGIN: Final = 24
_MAX_HEADLINE_WIDTH: Final = 24
_MAX_NAME_WIDTH: Final = 15
"""Both in letters: what fits beside the topmost display."""


def corners(state: State) -> Iterator[Element]:
    """Round and phase, whose turn it is or who won, and the tiles in bag and lid."""
    right, bottom = table.WIDTH - _MARGIN, table.HEIGHT - 20
    yield text(f"Round {state.round}", _MARGIN, 46, 30, class_="ink strong")
    yield text(PHASE_TITLES[state.phase], _MARGIN, 76, 21, class_="faint")
    turn = truncated_to_width(headline(state, _MAX_NAME_WIDTH), _MAX_HEADLINE_WIDTH)
    yield text(turn, right, 46, 26, class_="accent strong", text_anchor="end")
    yield text(f"Bag {sum(state.bag)}", _MARGIN, bottom, 24, class_="faint")
    lid = f"Lid {sum(state.lid)}"
    yield text(lid, right, bottom, 24, class_="faint", text_anchor="end")


def bonuses(board: Board, y: float) -> Element:
    """The bonuses of `board`, as a line of text at height `y`."""
    row, column, color = board.bonuses
    content = f"At the end: row +{row}, column +{column}, color +{color}"
    return text(content, table.WIDTH / 2, y, 20, class_="faint", text_anchor="middle")
