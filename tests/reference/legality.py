"""Why a command is refused.

The reasons are looked at one after the other, and the first that holds is raised.
Nothing is changed here. A value that no table could ever take (a sixth line, a
color that does not exist) is refused as `validation_failed` before anything else.
"""

from tests.reference.tables import COLORS
from tests.reference.walls import allowed_columns


class Illegal(Exception):
    """A command against the rules; `code` is the problem code of the contract."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def refuse_illegal_take(table, seat, *, display, color, line, dropped):
    """Raise Illegal unless the seat may take these tiles and put them there."""
    if color not in COLORS or line not in [0, 1, 2, 3, 4, None] or dropped < 0:
        raise Illegal("validation_failed")
    _refuse_other_phase(table, "factory_offer")
    if seat != table["current_seat"]:
        raise Illegal("not_your_turn")
    taken = _source(table, display).count(color)
    if taken == 0:
        raise Illegal("color_not_in_source")
    if line is not None:
        _refuse_line(table["players"][seat], line, color)
    if dropped > 0 and (line is None or dropped >= taken):  # R10
        raise Illegal("dropped_too_many")


def _refuse_other_phase(table, phase):
    if table["phase"] == "finished":
        raise Illegal("game_finished")
    if table["phase"] != phase:
        raise Illegal("wrong_phase")


def _source(table, display):
    if display is None:
        return table["center"]
    if display < 0 or display >= len(table["displays"]):
        raise Illegal("validation_failed")
    if table["displays"][display] == []:
        raise Illegal("display_empty")
    return table["displays"][display]


def _refuse_line(player, line, color):
    tiles = player["lines"][line]
    if len(tiles) > 0 and tiles[0] != color:  # R8
        raise Illegal("line_holds_other_color")
    if len(tiles) == line + 1:  # R32
        raise Illegal("line_full")
    if color in player["wall"][line]:  # R8
        raise Illegal("color_on_wall_row")


def refuse_illegal_place(table, seat, line, column):
    """Raise Illegal unless the seat may put its tile of that line there (R23-R26)."""
    if line not in [0, 1, 2, 3, 4] or column not in [0, 1, 2, 3, 4]:
        raise Illegal("validation_failed")
    _refuse_other_phase(table, "wall_tiling")
    if seat not in range(len(table["players"])):
        raise Illegal("not_your_turn")
    player = table["players"][seat]
    pending = complete_lines(player)
    if pending == []:
        raise Illegal("not_your_turn")
    if line != pending[0]:
        raise Illegal("line_not_pending")
    color = player["lines"][line][0]
    if column not in allowed_columns(table["board"], player["wall"], color, line):
        raise Illegal("column_not_allowed")


def complete_lines(player):
    """The numbers of the player's complete pattern lines, top to bottom."""
    return [n for n in range(5) if len(player["lines"][n]) == n + 1]
