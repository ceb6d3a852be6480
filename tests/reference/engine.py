"""ReferenceGame: one game, played command by command on a table of dicts and lists."""

from typing import Any

from tests.reference.checks import check_boards, check_marker, check_tiles
from tests.reference.draws import Draw
from tests.reference.legality import Illegal, refuse_illegal_place, refuse_illegal_take
from tests.reference.offer import falls_to_floor, is_table_empty, lift, take_marker
from tests.reference.rounds import finish_round_if_all_have_tiled, start_round
from tests.reference.tables import BOARDS, COLORS
from tests.reference.tiling import put_on_wall, start_tiling, tile_what_needs_no_choice
from tests.reference.view import copied, public_state


class ReferenceGame:
    """A game of 2 to 4 players. Seats, displays, lines and columns count from 0.

    `table` is everything there is, `events` holds one list of events per version.
    """

    def __init__(
        self, names: list[str], board: str, starting_seat: int, draw: Draw
    ) -> None:
        """Set the table and deal round 1; draw(round, index, bag) names a color."""
        if len(names) not in [2, 3, 4] or board not in BOARDS:
            raise Illegal("validation_failed")
        if starting_seat not in range(len(names)):
            raise Illegal("validation_failed")
        self.draw = draw
        self.events: list[list[dict[str, Any]]] = [[]]
        self.table: dict[str, Any] = {
            "board": board,
            "phase": "factory_offer",
            "round": 0,
            "starting_seat": starting_seat,
            "next_starting_seat": None,
            "current_seat": None,
            "displays": [[] for _ in range(2 * len(names) + 1)],
            "center": [],
            "marker_in_center": True,
            "bag": dict.fromkeys(COLORS, 20),
            "lid": dict.fromkeys(COLORS, 0),
            "players": [
                {
                    "name": name,
                    "score": 0,
                    "lines": [[], [], [], [], []],
                    "wall": [[None] * 5 for _ in range(5)],
                    "floor": [],
                }
                for name in names
            ],
            "tiles_put_on_walls": 0,
            "rounds_without_progress": 0,
            "result": None,
        }
        self.happened(
            "game_created",
            players=[{"seat": seat, "name": name} for seat, name in enumerate(names)],
            board=board,
            starting_seat=starting_seat,
            rules_version=1,
        )
        start_round(self, starting_seat)
        self._check()

    def take(
        self,
        seat: int,
        display: int | None,
        color: str,
        line: int | None,
        dropped: int = 0,
    ) -> None:
        """Take all tiles of color from a display (None: the center) to a line.

        line None is the floor line; dropped tiles go there on purpose (R10). Raises
        Illegal, and then nothing has changed.
        """
        refuse_illegal_take(
            self.table, seat, display=display, color=color, line=line, dropped=dropped
        )
        self.events.append([])
        player = self.table["players"][seat]
        took_marker = display is None and self.table["marker_in_center"]
        if took_marker:
            take_marker(self.table, seat)
        taken = lift(self.table, display, color)
        placed = to_floor = to_lid = 0
        for number in range(taken):
            fits = line is not None and len(player["lines"][line]) < line + 1
            if number >= dropped and fits:
                player["lines"][line].append(color)
                placed += 1
            elif falls_to_floor(self.table, seat, color):
                to_floor += 1
            else:
                to_lid += 1
        self.happened(
            "tiles_taken",
            seat=seat,
            display=display,
            color=color,
            line=line,
            taken=taken,
            placed=placed,
            to_floor=to_floor,
            to_lid=to_lid,
            took_marker=took_marker,
        )
        if is_table_empty(self.table):
            start_tiling(self)
            finish_round_if_all_have_tiled(self)
        else:
            self.table["current_seat"] = (seat + 1) % len(self.table["players"])
        self._check()

    def place(self, seat: int, line: int, column: int) -> None:
        """Put the tile of the seat's topmost complete line into a column (R23-R26)."""
        refuse_illegal_place(self.table, seat, line, column)
        self.events.append([])
        put_on_wall(self, seat, line, column, forced=False)
        tile_what_needs_no_choice(self, seat)
        finish_round_if_all_have_tiled(self)
        self._check()

    def legal_moves(self) -> list[dict[str, Any]]:
        """Every take that is accepted, found by trying each one on a copy."""
        seat = self.table["current_seat"]
        found = []
        trial = self.copy()
        for display in [*range(len(self.table["displays"])), None]:
            for color in COLORS:
                for line in [0, 1, 2, 3, 4, None]:
                    try:
                        trial.take(seat, display, color, line)
                    except Illegal:
                        continue  # nothing has changed: the copy is as good as new
                    trial = self.copy()
                    found.append({"display": display, "color": color, "line": line})
        return found

    def legal_placements(self) -> list[dict[str, Any]]:
        """Each seat's next line with the columns accepted for it, by trying all."""
        found = []
        trial = self.copy()
        for seat in range(len(self.table["players"])):
            for line in range(5):
                columns = []
                for column in range(5):
                    try:
                        trial.place(seat, line, column)
                    except Illegal:
                        continue
                    trial = self.copy()
                    columns.append(column)
                if columns != []:
                    found.append({"seat": seat, "line": line, "columns": columns})
        return found

    def state(self) -> dict[str, Any]:
        """The contract's state, without id, times and seed; see view."""
        return public_state(self)

    def copy(self) -> "ReferenceGame":
        """The same game, to be played on without changing this one."""
        twin = ReferenceGame.__new__(ReferenceGame)
        twin.draw = self.draw
        twin.table = copied(self.table)
        twin.events = [list(version) for version in self.events]
        return twin

    def happened(self, kind: str, **data: Any) -> None:
        """Note an event of the version under way; no tile may be missing then."""
        check_tiles(self.table)
        self.events[-1].append({"type": kind, "data": copied(data)})

    def _check(self) -> None:
        check_tiles(self.table)
        check_boards(self.table)
        check_marker(self.table)
