"""The legal moves: complete lists, from the same rules that judge commands."""

from functools import cache, lru_cache
from typing import NamedTuple

from service.rules.boards import SIZE
from service.rules.limits import MAX_DISPLAYS
from service.rules.state import PatternLine, Player, State, WallRow, pending_lines
from service.rules.taking import CENTER, FLOOR, line_refusal
from service.rules.tiles import COLORS, Color
from service.rules.tiling import allowed_columns


class Move(NamedTuple):
    """A legal take: display (None: center), color, line (None: floor line)."""

    display: int | None
    color: Color
    line: int | None


class Placement(NamedTuple):
    """A seat's next line to place and the columns that are legal for it, ascending."""

    seat: int
    line: int
    columns: tuple[int, ...]


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal take of the current seat; none outside the factory offer.

    In this order: displays ascending, then the center; colors as in `COLORS`; lines
    from top to bottom, then the floor line, which is always legal (R10).
    """
    if state.current_seat is None:
        return ()
    by_color = _moves_by_color(state.players[state.current_seat])
    moves: list[Move] = []
    for display, tiles in (*enumerate(state.displays), (CENTER, state.center)):
        if tiles:
            for color in COLORS:
                if color in tiles:
                    moves += by_color[color][display]
    return tuple(moves)


_BySource = dict[int | None, tuple[Move, ...]]


def _moves_by_color(player: Player) -> dict[Color, _BySource]:
    """The moves that were legal if every display and the center held every color."""
    contents = zip(range(SIZE), player.pattern_lines, player.wall, strict=True)
    accepted = zip(*[_colors_accepted(*content) for content in contents], strict=True)
    return dict(zip(COLORS, map(_moves_with, COLORS, accepted), strict=True))


# Most lines and rows are the same as a move ago, so caching these two pays.


@lru_cache(maxsize=1 << 14)
def _colors_accepted(
    line: int, pattern_line: PatternLine, wall_row: WallRow
) -> tuple[bool, ...]:
    """For each of `COLORS`, whether pattern line `line` accepts it."""
    return tuple(
        line_refusal(line, pattern_line, wall_row, color) is None for color in COLORS
    )


@cache
def _moves_with(color: Color, accepted: tuple[bool, ...]) -> _BySource:
    """The moves with `color`; `accepted[line]` says whether that line accepts it."""
    lines = (*[line for line, legal in enumerate(accepted) if legal], FLOOR)
    return {
        display: tuple(Move(display, color, line) for line in lines)
        for display in (*range(MAX_DISPLAYS), CENTER)
    }


def legal_placements(state: State) -> tuple[Placement, ...]:
    """The next placement of each seat that has one; none outside wall-tiling (R25)."""
    return tuple(
        Placement(seat, lines[0], allowed_columns(state, seat, lines[0]))
        for seat in range(len(state.players))
        if (lines := pending_lines(state, seat))
    )
