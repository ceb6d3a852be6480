"""What may be played now: complete and exact lists, from the rules that judge."""

from functools import cache, lru_cache
from typing import NamedTuple

from service.rules.boards import SIZE
from service.rules.limits import MAX_DISPLAYS
from service.rules.state import PatternLine, Player, State, WallRow, pending_lines
from service.rules.taking import CENTER, FLOOR, line_refusal
from service.rules.tiles import COLORS, Color
from service.rules.tiling import allowed_columns


class Move(NamedTuple):
    """A take that is allowed: display (None = center), color, line (None = floor)."""

    display: int | None
    color: Color
    line: int | None


class Placement(NamedTuple):
    """A seat's next line to place and the columns it may choose from, ascending."""

    seat: int
    line: int
    columns: tuple[int, ...]


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every take open to the current seat; none outside the factory offer.

    Displays ascending, then the center; colors as in `COLORS`; lines top to bottom,
    then the floor line, which is always open (R10).
    """
    if state.current_seat is None:
        return ()
    open_moves = _open_moves(state.players[state.current_seat])
    moves: list[Move] = []
    for display, tiles in (*enumerate(state.displays), (CENTER, state.center)):
        if tiles:
            for color in COLORS:
                if color in tiles:
                    moves += open_moves[color][display]
    return tuple(moves)


_BySource = dict[int | None, tuple[Move, ...]]


def _open_moves(player: Player) -> dict[Color, _BySource]:
    """The moves that were open if there were tiles of each color everywhere."""
    contents = zip(range(SIZE), player.pattern_lines, player.wall, strict=True)
    by_color = zip(*[_takes(*content) for content in contents], strict=True)
    return dict(zip(COLORS, map(_moves, COLORS, by_color), strict=True))


# Most lines and rows are as they were a move ago, so these two are worth keeping.


@lru_cache(maxsize=1 << 14)
def _takes(line: int, held: PatternLine, row: WallRow) -> tuple[bool, ...]:
    return tuple(line_refusal(line, held, row, color) is None for color in COLORS)


@cache
def _moves(color: Color, lines: tuple[bool, ...]) -> _BySource:
    open_lines = (*[line for line, takes in enumerate(lines) if takes], FLOOR)
    return {
        display: tuple(Move(display, color, line) for line in open_lines)
        for display in (*range(MAX_DISPLAYS), CENTER)
    }


def legal_placements(state: State) -> tuple[Placement, ...]:
    """Each seat's next line and its columns; none outside wall-tiling (R25)."""
    return tuple(
        Placement(seat, lines[0], allowed_columns(state, seat, lines[0]))
        for seat in range(len(state.players))
        if (lines := pending_lines(state, seat))
    )
