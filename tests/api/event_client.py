"""A client that knows nothing but events: it lays out the table as they tell.

It knows what is printed in the rulebook about set-up, and where tiles go that an event
names. It judges nothing, counts no points and makes no draws.
"""

from collections import Counter
from typing import Any

from tests.api.support import COLORS, Json

MARKER = "starting_marker"


class EventClient:
    """The table after all events that `see` was shown."""

    def __init__(self) -> None:
        self.bag = Counter(dict.fromkeys(COLORS, 20))
        self.lid: Counter[str] = Counter()
        self.displays: list[list[str]] = []
        self.center: Counter[str] = Counter()
        self.has_marker = True
        self.seats: list[Json] = []
        self.result: Json | None = None

    def see(self, event: Json) -> None:
        """Change the table as `event` says."""
        getattr(self, event["type"])(**event["data"])

    def game_created(self, players: list[Json], **_: Any) -> None:
        self.seats = [
            {
                "name": player["name"],
                "score": 0,
                "lines": [(None, 0)] * 5,
                "wall": [[None] * 5 for _ in range(5)],
                "floor": [],
            }
            for player in players
        ]

    def round_started(
        self, displays: list[list[str]], bag: Json, lid_poured: bool, **_: Any
    ) -> None:
        self.displays = [list(display) for display in displays]
        self.bag = Counter(bag)
        if lid_poured:
            self.lid.clear()
        self.has_marker = True

    def tiles_taken(
        self, seat: int, display: int | None, color: str, **data: Any
    ) -> None:
        player = self.seats[seat]
        if display is None:
            del self.center[color]
        else:
            self.center += Counter(t for t in self.displays[display] if t != color)
            self.displays[display] = []
        if data["took_marker"]:
            self.has_marker = False
            self._drop(player, [MARKER])
        if data["line"] is not None:
            _, count = player["lines"][data["line"]]
            player["lines"][data["line"]] = (color, count + data["placed"])
        self._drop(player, [color] * data["to_floor"])
        self.lid[color] += data["to_lid"]

    def tile_placed(
        self, seat: int, line: int, column: int, color: str, score: int, **_: Any
    ) -> None:
        player = self.seats[seat]
        player["lines"][line] = (None, 0)
        player["wall"][line][column] = color
        player["score"] = score
        self.lid[color] += line

    def line_dropped(
        self, seat: int, line: int, color: str, to_floor: int, to_lid: int, **_: Any
    ) -> None:
        player = self.seats[seat]
        player["lines"][line] = (None, 0)
        self._drop(player, [color] * to_floor)
        self.lid[color] += to_lid

    def floor_cleared(self, seat: int, tiles: list[str], score: int, **_: Any) -> None:
        assert self.seats[seat]["floor"] == tiles
        self.lid.update(tile for tile in tiles if tile != MARKER)
        self.seats[seat].update(floor=[], score=score)

    def game_ended(self, standings: list[Json], **data: Any) -> None:
        self.has_marker = True
        self.result = {"standings": standings, **data}
        for standing in standings:
            self.seats[standing["seat"]]["score"] = standing["score"]

    @staticmethod
    def _drop(player: Json, tiles: list[str]) -> None:
        """The floor line has seven spaces; a marker that finds none takes none."""
        player["floor"] = [*player["floor"], *tiles][:7]

    def table(self) -> Json:
        """What lies where, in the words of the API's state."""
        return {
            "bag": {color: self.bag[color] for color in COLORS},
            "lid": {color: self.lid[color] for color in COLORS},
            "displays": [sorted(display) for display in self.displays],
            "center": sorted(self.center.elements()),
            "starting_marker": self.has_marker,
            "players": self.seats,
        }


def shown_table(game: Json) -> Json:
    """The same part of a state that the service shows."""
    return {
        "bag": game["bag"],
        "lid": game["lid"],
        "displays": [sorted(display) for display in game["displays"]],
        "center": sorted(game["center"]["tiles"]),
        "starting_marker": game["center"]["starting_marker"],
        "players": [
            {
                "name": player["name"],
                "score": player["score"],
                "lines": [
                    (line["color"], line["count"]) for line in player["pattern_lines"]
                ],
                "wall": player["wall"],
                "floor": player["floor_line"],
            }
            for player in game["players"]
        ],
    }
