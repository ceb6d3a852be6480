"""The state of a game, as immutable tuples."""

from typing import Final, Literal, NamedTuple, get_args

from service.rules.boards import SIZE, Board
from service.rules.tiles import Color, Counts, FloorItem

Phase = Literal["factory_offer", "wall_tiling", "finished"]
EndReason = Literal["row_completed", "no_tiles_left", "no_progress"]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
END_REASONS: Final[tuple[EndReason, ...]] = get_args(EndReason)

WallRow = tuple[Color | None, ...]
Wall = tuple[WallRow, ...]
Display = tuple[Color, ...]


class PatternLine(NamedTuple):
    """A pattern line; line n (from zero) has n + 1 spaces for tiles of one color."""

    color: Color | None = None
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which none needs


class Player(NamedTuple):
    """One seat's board: score, pattern lines, wall and floor line."""

    name: str
    score: int
    pattern_lines: tuple[PatternLine, ...]
    wall: Wall
    floor_line: tuple[FloorItem, ...]


class Standing(NamedTuple):
    """One seat in the final result: rank, score, complete rows, columns and colors, and
    the bonus points for each, which the score includes (R21, R33).
    """

    seat: int
    rank: int
    score: int
    rows: int
    columns: int
    colors: int
    row_points: int
    column_points: int
    color_points: int


class Result(NamedTuple):
    """How the game ended: winners by seat, standings best first (R22, R33)."""

    reason: EndReason
    winners: tuple[int, ...]
    standings: tuple[Standing, ...]


class State(NamedTuple):
    """A game at one version. Seats, displays, lines and rows count from zero, rounds
    from one.

    `marker_seat` is the seat that took the starting player marker in this round, None
    while the marker lies in the center. `stalled_rounds` is the number of finished
    rounds in a row in which no tile was put on a wall; `wall_grew` says whether one was
    in this round (R31). `seed` and `seed_salt` are None until the end.
    """

    board: Board
    phase: Phase
    round: int
    starting_seat: int
    current_seat: int | None
    marker_seat: int | None
    displays: tuple[Display, ...]
    center: tuple[Color, ...]
    bag: Counts
    lid: Counts
    players: tuple[Player, ...]
    stalled_rounds: int
    wall_grew: bool
    seeded: bool
    seed_hash: str
    seed: str | None
    seed_salt: str | None
    result: Result | None


EMPTY_LINE: Final = PatternLine()
EMPTY_WALL: Final[Wall] = ((None,) * SIZE,) * SIZE


def new_player(name: str) -> Player:
    """A player with an empty board and no points."""
    return Player(name, 0, (EMPTY_LINE,) * SIZE, EMPTY_WALL, ())


def is_table_empty(state: State) -> bool:
    """Whether displays and center hold no tiles; the marker does not count (R11)."""
    return not state.center and not any(state.displays)


def pending_lines(state: State, seat: int) -> tuple[int, ...]:
    """The complete lines that `seat` has yet to place, top to bottom (R13, R25).

    Empty outside wall-tiling: a line that is completed during the factory offer is
    placed after it.
    """
    if state.phase != "wall_tiling":
        return ()
    lines = state.players[seat].pattern_lines
    return tuple(n for n, line in enumerate(lines) if line.count > n)
