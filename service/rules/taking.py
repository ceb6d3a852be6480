"""The factory offer: which takes are legal, and the event that a take leads to."""

from typing import Final

from service.rules.boards import SIZE, Board
from service.rules.commands import TakeTiles
from service.rules.events import TilesTaken
from service.rules.refusals import RefusalCode, Refused
from service.rules.state import PatternLine, Player, State, WallRow
from service.rules.tiles import MARKER, Color

FLOOR: Final = None
"""The line of a command that takes tiles to the floor line."""
CENTER: Final = None
"""The display of a command that takes tiles from the center."""


def line_refusal(
    line: int, pattern_line: PatternLine, wall_row: WallRow, color: Color
) -> RefusalCode | None:
    """Why `color` may not go to pattern line `line`, None if it may (R8, R32).

    `wall_row` is the row of the wall beside it.
    """
    if pattern_line.color not in (None, color):
        return "line_holds_other_color"
    if pattern_line.count > line:
        return "line_full"
    if color in wall_row:
        return "color_on_wall_row"
    return None


_LINE_DETAILS: Final = {
    "line_holds_other_color": "Pattern line {line} already holds {held} tiles; a line "
    "takes one color only (R8).",
    "line_full": "Pattern line {line} is already full (R32).",
    "color_on_wall_row": "Row {line} of your wall already has a {color} tile, so "
    "{color} may not go to pattern line {line} (R8).",
}


def _check_line(player: Player, line: int, color: Color) -> None:
    if not 0 <= line < len(player.pattern_lines):
        raise Refused(
            "validation_failed",
            f"There is no pattern line {line}; pattern lines are 0 to {SIZE - 1}, and "
            "null is the floor line.",
            "line",
        )
    pattern_line = player.pattern_lines[line]
    if code := line_refusal(line, pattern_line, player.wall[line], color):
        held = pattern_line.color
        detail = _LINE_DETAILS[code].format(line=line, color=color, held=held)
        raise Refused(code, detail, "line")


def _count_taken(state: State, command: TakeTiles) -> int:
    """How many tiles the command takes: all of its color in the display or center.

    Raises `Refused` if there is no such display, or no tile of that color in it (R5).
    """
    tiles = _tiles_in_source(state, command.display)
    if command.color not in tiles:
        where = "The center" if command.display is CENTER else "That display"
        held = ", ".join(sorted(set(tiles))) or "no tiles"
        raise Refused(
            "color_not_in_source",
            f"{where} holds no {command.color} tile; it holds {held}.",
            "color",
        )
    return tiles.count(command.color)


def _tiles_in_source(state: State, display: int | None) -> tuple[Color, ...]:
    if display is CENTER:
        return state.center
    if not 0 <= display < len(state.displays):
        raise Refused(
            "validation_failed",
            f"There is no display {display}; this game has displays 0 to "
            f"{len(state.displays) - 1}, and null is the center.",
            "display",
        )
    if not state.displays[display]:
        raise Refused(
            "display_empty",
            f"Display {display} is empty; take from another display or the center.",
            "display",
        )
    return state.displays[display]


def take(state: State, command: TakeTiles) -> TilesTaken:
    """Judge a take; the event that it leads to (R5–R10). Raises `Refused`."""
    taken = _count_taken(state, command)
    player = state.players[command.seat]
    _check_dropped(command, taken)
    took_marker = command.display is CENTER and state.marker_seat is None
    placed = _count_placed(player, command, taken)
    free = _free_floor_spaces(state.board, player, took_marker)
    to_floor = min(taken - placed, free)
    return TilesTaken(
        seat=command.seat,
        display=command.display,
        color=command.color,
        line=command.line,
        taken=taken,
        placed=placed,
        to_floor=to_floor,
        to_lid=taken - placed - to_floor,
        took_marker=took_marker,
    )


def _count_placed(player: Player, command: TakeTiles, taken: int) -> int:
    """How many of the taken tiles go to the pattern line; the rest falls (R9)."""
    line = command.line
    if line is FLOOR:
        return 0
    _check_line(player, line, command.color)
    free = line + 1 - player.pattern_lines[line].count
    return min(taken - command.dropped, free)


def _check_dropped(command: TakeTiles, taken: int) -> None:
    """At least one tile must go to the pattern line of the command (R10)."""
    limit = 0 if command.line is FLOOR else taken - 1
    if not 0 <= command.dropped <= limit:
        raise Refused(
            "dropped_too_many",
            "All tiles go to the floor line anyway; dropped must be 0."
            if command.line is FLOOR
            else f"You take {taken}, so dropped must be 0 to {limit}: at least one goes"
            " to the line (R10). To drop all of them, set line to null.",
            "dropped",
        )


def _free_floor_spaces(board: Board, player: Player, took_marker: bool) -> int:
    """Floor spaces that are free for tiles; the marker takes one first (R6, R7)."""
    free = board.floor_spaces - len(player.floor_line)
    return max(0, free - took_marker)


def with_marker_on_floor(board: Board, player: Player) -> Player:
    """The player with the marker on the leftmost free floor space (R6, R7)."""
    if len(player.floor_line) == board.floor_spaces:
        return player
    return player._replace(floor_line=(*player.floor_line, MARKER))
