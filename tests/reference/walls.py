"""What can be read off one player's wall: a 5 by 5 list of colors and None."""

from tests.reference.tables import BOARDS, COLORS


def run_length(wall, row, column, down, right):
    """Tiles in one unbroken run through (row, column); 0 if it stands alone (R14).

    (down, right) is the direction to walk: (0, 1) along the row, (1, 0) along the
    column.
    """
    length = 1
    for way in (1, -1):
        r, c = row + way * down, column + way * right
        while 0 <= r <= 4 and 0 <= c <= 4 and wall[r][c] is not None:
            length += 1
            r, c = r + way * down, c + way * right
    return 0 if length == 1 else length


def is_allowed(board, wall, color, row, column):
    """Whether a tile of color may be put on this space (R12, R23, R26)."""
    if wall[row][column] is not None:
        return False
    printed = BOARDS[board]["wall"][row][column]
    if printed is not None and printed != color:
        return False
    if color in [wall[row][c] for c in range(5)]:
        return False
    return color not in [wall[r][column] for r in range(5)]


def allowed_columns(board, wall, color, row):
    """The columns of that row that would take a tile of color, ascending."""
    return [c for c in range(5) if is_allowed(board, wall, color, row, c)]


def complete_rows(wall):
    """How many rows have no empty space."""
    count = 0
    for row in range(5):
        if None not in [wall[row][column] for column in range(5)]:
            count += 1
    return count


def complete_columns(wall):
    """How many columns have no empty space."""
    count = 0
    for column in range(5):
        if None not in [wall[row][column] for row in range(5)]:
            count += 1
    return count


def complete_colors(wall):
    """How many colors have all five tiles on the wall."""
    tiles = [wall[row][column] for row in range(5) for column in range(5)]
    return len([color for color in COLORS if tiles.count(color) == 5])
