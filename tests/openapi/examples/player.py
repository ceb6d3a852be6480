"""A player whose games look like games: tiles fill lines, and few are wasted."""

from typing import Any

from tests.api.support import Json, Table

GOES_OVER = 3
"""How much worse a tile on the floor line is than a space left empty."""


def best_take(game: Json) -> Json:
    """The legal move that leaves a line with the fewest empty spaces and loses the
    fewest tiles; of several, the first.
    """
    moves: list[Json] = game["legal_moves"]
    return min(moves, key=lambda move: _waste(game, move))


def tiles_of(game: Json, move: Json) -> int:
    """How many tiles `move` takes."""
    return _source(game, move).count(move["color"])


def play_on(table: Table) -> Any:
    """Make the next move of the game, whatever it is; gives the answer."""
    if table.legal_moves:
        return table.take(best_take(table.game))
    place = table.game["legal_placements"][0]
    body = {"line": place["line"], "column": place["columns"][0]}
    return table.place(body, place["seat"])


def ends_the_game(game: Json) -> bool:
    """Whether the table will be empty after the next take, and a row complete."""
    sources = [*game["displays"], game["center"]["tiles"]]
    colors = {tile for source in sources for tile in source}
    is_last = len([source for source in sources if source]) == len(colors) == 1
    return is_last and any(_completes_row(player) for player in game["players"])


def _completes_row(player: Json) -> bool:
    return any(
        row.count(None) == 1 and line["count"] == line["capacity"]
        for row, line in zip(player["wall"], player["pattern_lines"], strict=True)
    )


def _source(game: Json, move: Json) -> list[str]:
    if move["display"] is None:
        return list(game["center"]["tiles"])
    return list(game["displays"][move["display"]])


def _waste(game: Json, move: Json) -> int:
    taken = tiles_of(game, move)
    if move["line"] is None:
        return GOES_OVER * taken + 1
    line = game["players"][game["current_seat"]]["pattern_lines"][move["line"]]
    room = line["capacity"] - line["count"] - taken
    return room if room >= 0 else -GOES_OVER * room
