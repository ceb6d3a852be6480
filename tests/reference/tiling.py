"""Wall-tiling: complete lines go to the wall, each seat from top to bottom."""

from tests.reference.legality import complete_lines
from tests.reference.offer import falls_to_floor
from tests.reference.tables import BOARDS
from tests.reference.walls import allowed_columns, run_length


def start_tiling(game):
    """Enter the phase and carry out, seat by seat, what needs no choice (R13, R25)."""
    game.table["phase"] = "wall_tiling"
    game.table["current_seat"] = None
    for seat in range(len(game.table["players"])):
        tile_what_needs_no_choice(game, seat)


def tile_what_needs_no_choice(game, seat):
    """Carry out the seat's lines until one has two or more allowed spaces (R25)."""
    player = game.table["players"][seat]
    while complete_lines(player) != []:
        line = complete_lines(player)[0]
        color = player["lines"][line][0]
        columns = allowed_columns(game.table["board"], player["wall"], color, line)
        if len(columns) > 1:
            return
        if len(columns) == 1:
            put_on_wall(game, seat, line, columns[0], forced=True)
        else:
            drop_line(game, seat, line)


def put_on_wall(game, seat, line, column, forced):
    """Put one tile of a complete line on the wall and score it, the rest to the lid."""
    table = game.table
    player = table["players"][seat]
    color = player["lines"][line][0]
    player["lines"][line] = []
    player["wall"][line][column] = color
    table["lid"][color] += line  # line n held n + 1 tiles
    table["tiles_put_on_walls"] += 1

    horizontal = run_length(player["wall"], line, column, down=0, right=1)
    vertical = run_length(player["wall"], line, column, down=1, right=0)
    points = horizontal + vertical  # R14
    if points == 0:
        points = 1
    multiplier = BOARDS[table["board"]]["multipliers"][line][column]  # R27
    points *= multiplier
    player["score"] += points
    game.happened(
        "tile_placed",
        seat=seat,
        line=line,
        column=column,
        color=color,
        horizontal=horizontal,
        vertical=vertical,
        multiplier=multiplier,
        points=points,
        score=player["score"],
        forced=forced,
    )


def drop_line(game, seat, line):
    """All tiles of a line that no space takes fall to the floor line (R24)."""
    player = game.table["players"][seat]
    tiles = player["lines"][line]
    player["lines"][line] = []
    to_floor = to_lid = 0
    for color in tiles:
        if falls_to_floor(game.table, seat, color):
            to_floor += 1
        else:
            to_lid += 1
    game.happened(
        "line_dropped",
        seat=seat,
        line=line,
        color=tiles[0],
        count=len(tiles),
        to_floor=to_floor,
        to_lid=to_lid,
    )
