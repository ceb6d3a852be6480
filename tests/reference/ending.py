"""Bonuses, standings and winners of a game that is over."""

from tests.reference.tables import BOARDS
from tests.reference.walls import complete_colors, complete_columns, complete_rows


def standing(board, seat, player):
    """One player's entry of the standings, bonuses added, rank still open (R21)."""
    bonuses = BOARDS[board]["bonuses"]
    rows = complete_rows(player["wall"])
    columns = complete_columns(player["wall"])
    colors = complete_colors(player["wall"])
    row_points = rows * bonuses["row"]
    column_points = columns * bonuses["column"]
    color_points = colors * bonuses["color"]
    return {
        "seat": seat,
        "rank": None,
        "score": player["score"] + row_points + column_points + color_points,
        "rows": rows,
        "columns": columns,
        "colors": colors,
        "row_points": row_points,
        "column_points": column_points,
        "color_points": color_points,
    }


def is_better(one, other):
    """Whether one entry stands before the other: points, then rows (R22, R33)."""
    if one["score"] != other["score"]:
        return one["score"] > other["score"]
    return one["rows"] > other["rows"]


def result(board, players, reason):
    """The result of the contract: reason, winners (seats ascending), standings."""
    entries = [standing(board, seat, player) for seat, player in enumerate(players)]
    for entry in entries:
        better = [other for other in entries if is_better(other, entry)]
        entry["rank"] = 1 + len(better)
    standings = []
    for rank in range(1, len(entries) + 1):
        standings += [entry for entry in entries if entry["rank"] == rank]
    winners = [entry["seat"] for entry in entries if entry["rank"] == 1]
    return {"reason": reason, "winners": winners, "standings": standings}
