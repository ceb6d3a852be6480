"""The public state of a game, built from the table each time."""

from tests.reference.legality import complete_lines
from tests.reference.tables import BOARDS


def copied(value):
    """A deep copy of dicts and lists; everything else is a constant."""
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    return value


def public_state(game):
    """The state as the contract shows it, without what only the service knows.

    Left out: id, times and the seed's four fields. Added: `next_starting_seat`, the
    seat that took the marker this round, or None.
    """
    table = game.table
    finished = table["phase"] == "finished"
    state = {
        "version": len(game.events),
        "status": "finished" if finished else "in_progress",
        "phase": table["phase"],
        "round": table["round"],
        "starting_seat": table["starting_seat"],
        "next_starting_seat": table["next_starting_seat"],
        "current_seat": table["current_seat"],
        "board": {"name": table["board"], **BOARDS[table["board"]]},
        "displays": table["displays"],
        "center": {
            "tiles": table["center"],
            "starting_marker": table["marker_in_center"],
        },
        "bag": table["bag"],
        "lid": table["lid"],
        "players": [
            public_player(table["phase"], seat, player)
            for seat, player in enumerate(table["players"])
        ],
        "legal_moves": game.legal_moves(),
        "legal_placements": game.legal_placements(),
        "result": table["result"],
    }
    return copied(state)


def public_player(phase, seat, player):
    """One entry of the state's `players`."""
    return {
        "seat": seat,
        "name": player["name"],
        "score": player["score"],
        "pattern_lines": [
            {
                "color": None if line == [] else line[0],
                "count": len(line),
                "capacity": number + 1,
            }
            for number, line in enumerate(player["lines"])
        ],
        "wall": player["wall"],
        "floor_line": player["floor"],
        "pending_lines": complete_lines(player) if phase == "wall_tiling" else [],
    }
