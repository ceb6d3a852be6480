"""Wall-tiling: complete lines go to the wall, then the floor lines are scored."""

from service.rules.boards import columns_accepting
from service.rules.commands import PlaceTile
from service.rules.decision import Decision
from service.rules.events import FloorCleared, LineDropped, TilePlaced
from service.rules.refusals import Refused
from service.rules.scoring import floor_penalty, runs_through
from service.rules.state import State, pending_lines


def allowed_columns(state: State, seat: int, line: int) -> tuple[int, ...]:
    """The columns to which the tile of complete line `line` may go, ascending.

    Each is a free space that accepts the color, in a row and a column without that
    color (R12, R23, R26). Empty if there is no such space left (R24).
    """
    player = state.players[seat]
    color = player.pattern_lines[line].color
    row = player.wall[line]
    if color is None or color in row:
        return ()
    return tuple(
        column
        for column in columns_accepting(state.board.wall, line, color)
        if row[column] is None and all(r[column] != color for r in player.wall)
    )


def place(state: State, command: PlaceTile) -> TilePlaced:
    """Judge a player's choice of column (R23, R25, R26). Raises `Refused`."""
    topmost = pending_lines(state, command.seat)[0]
    if command.line != topmost:
        raise Refused(
            "line_not_pending",
            f"Your next line to place is line {topmost}: complete lines are placed "
            "from top to bottom (R25).",
            "line",
        )
    columns = allowed_columns(state, command.seat, command.line)
    if command.column not in columns:
        named = ", ".join(map(str, columns))
        raise Refused(
            "column_not_allowed",
            f"The tile of line {command.line} may go to columns {named} of that row: "
            "to a free space for its color, in a column without it (R23, R26).",
            "column",
        )
    return _tile_placed(state, command.seat, command.line, command.column, forced=False)


def tile_forced_lines(decision: Decision) -> Decision:
    """Carry out all placements without a choice, seat by seat (R13, R24, R25).

    Lines below one that needs a choice have to wait: each line is judged after the
    lines above it have been placed.
    """
    for seat in range(len(decision.state.players)):
        while event := _forced_event(decision.state, seat):
            decision = decision.then(event)
    return decision


def _forced_event(state: State, seat: int) -> TilePlaced | LineDropped | None:
    """What happens to the topmost pending line of `seat`; None if there is none, or if
    the player has a choice.
    """
    lines = pending_lines(state, seat)
    if not lines:
        return None
    columns = allowed_columns(state, seat, lines[0])
    if not columns:
        return _line_dropped(state, seat, lines[0])
    if len(columns) == 1:
        return _tile_placed(state, seat, lines[0], columns[0], forced=True)
    return None


def _tile_placed(
    state: State, seat: int, line: int, column: int, *, forced: bool
) -> TilePlaced:
    player = state.players[seat]
    color = player.pattern_lines[line].color
    assert color is not None, "only complete lines are placed"
    runs = runs_through(player.wall, line, column)
    multiplier = state.board.multipliers[line][column]
    points = runs.points * multiplier
    return TilePlaced(
        seat=seat,
        line=line,
        column=column,
        color=color,
        horizontal=runs.horizontal,
        vertical=runs.vertical,
        multiplier=multiplier,
        points=points,
        score=player.score + points,
        forced=forced,
    )


def _line_dropped(state: State, seat: int, line: int) -> LineDropped:
    player = state.players[seat]
    color, count = player.pattern_lines[line]
    assert color is not None, "only complete lines are dropped"
    free = state.board.floor_spaces - len(player.floor_line)
    to_floor = min(count, free)
    return LineDropped(seat, line, color, count, to_floor, count - to_floor)


def clear_floors(decision: Decision) -> Decision:
    """Score and empty all floor lines; no score falls below 0 (R15, R16)."""
    for seat, player in enumerate(decision.state.players):
        had_marker = decision.state.marker_seat == seat
        if player.floor_line or had_marker:
            penalty = floor_penalty(decision.state.board, len(player.floor_line))
            score = max(0, player.score + penalty)
            decision = decision.then(
                FloorCleared(seat, player.floor_line, penalty, score, had_marker)
            )
    return decision
