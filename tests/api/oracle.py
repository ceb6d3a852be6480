"""Which takes and placements the rules allow, read off the shown state alone.

Written from the rulebook and the contract, without a look at the service's rules.
"""

from collections.abc import Iterator
from typing import Any

from tests.api.support import COLORS, Json

FIVE = range(5)


def takes(game: Json) -> Iterator[Json]:
    """Every take that can be written down for this number of displays."""
    for display in (*range(len(game["displays"])), None):
        for color in COLORS:
            for line in (*FIVE, None):
                yield {"display": display, "color": color, "line": line}


def refusal_of_take(game: Json, take: Json) -> str | None:
    """The code that `take` is refused with, None if the current seat may play it."""
    source = _source(game, take["display"])
    if not source and take["display"] is not None:
        return "display_empty"
    if take["color"] not in source:
        return "color_not_in_source"
    if take["line"] is None:
        return None
    player = game["players"][game["current_seat"]]
    return _refusal_of_line(player, take["line"], take["color"])


def _source(game: Json, display: int | None) -> list[str]:
    tiles: list[str] = (
        game["center"]["tiles"] if display is None else game["displays"][display]
    )
    return tiles


def _refusal_of_line(player: Json, number: int, color: str) -> str | None:
    line = player["pattern_lines"][number]
    if line["color"] not in (None, color):
        return "line_holds_other_color"
    if line["count"] == line["capacity"]:
        return "line_full"
    if color in player["wall"][number]:
        return "color_on_wall_row"
    return None


def placements(seats: int) -> Iterator[tuple[int, Json]]:
    """Every placement that can be written down, with the seat that asks for it."""
    for seat in range(seats):
        for line in FIVE:
            for column in FIVE:
                yield seat, {"line": line, "column": column}


def refusal_of_placement(game: Json, seat: int, place: Json) -> str | None:
    """The code that `place` is refused with, None if `seat` may play it."""
    pending = game["players"][seat]["pending_lines"]
    if not pending:
        return "not_your_turn"
    if place["line"] != pending[0]:
        return "line_not_pending"
    if place["column"] not in columns_for(game, seat, place["line"]):
        return "column_not_allowed"
    return None


def columns_for(game: Json, seat: int, line: int) -> list[int]:
    """Where the tile of a full pattern line may go on this seat's wall."""
    player: Any = game["players"][seat]
    color = player["pattern_lines"][line]["color"]
    wall, printed = player["wall"], game["board"]["wall"]
    return [
        column
        for column in FIVE
        if wall[line][column] is None
        and printed[line][column] in (None, color)
        and color not in wall[line]
        and color not in [row[column] for row in wall]
    ]
