"""What is written in the corners of the table, and beneath the boards."""

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from service.pictures import table
from service.pictures.alt_text import PHASES, headline
from service.pictures.svg import text
from service.pictures.text_width import shortened
from service.rules import Board, State

_MARGIN: Final = 24
_LONGEST: Final = 24
_LONGEST_NAME: Final = 15
"""Letters that have room beside the uppermost display."""


def corners(state: State) -> Iterator[Element]:
    """Round and phase, whose turn it is or who won, and how many tiles are left."""
    right, bottom = table.WIDTH - _MARGIN, table.HEIGHT - 20
    yield text(f"Round {state.round}", _MARGIN, 46, 30, class_="ink strong")
    yield text(PHASES[state.phase], _MARGIN, 76, 21, class_="faint")
    turn = shortened(headline(state, _LONGEST_NAME), _LONGEST)
    yield text(turn, right, 46, 26, class_="accent strong", text_anchor="end")
    yield text(f"Bag {sum(state.bag)}", _MARGIN, bottom, 24, class_="faint")
    lid = f"Lid {sum(state.lid)}"
    yield text(lid, right, bottom, 24, class_="faint", text_anchor="end")


def bonuses(board: Board, y: float) -> Element:
    """What complete rows, columns and colors are worth at the end."""
    row, column, color = board.bonuses
    words = f"At the end: row +{row}, column +{column}, color +{color}"
    return text(words, table.WIDTH / 2, y, 20, class_="faint", text_anchor="middle")
