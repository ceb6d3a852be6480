"""Moving tiles in the factory offer: the marker, the taken tiles, what falls."""

from tests.reference.tables import FLOOR_SPACES, MARKER


def take_marker(table, seat):
    """Give the starting marker to the seat, on its floor line if there is room (R6)."""
    table["marker_in_center"] = False
    table["next_starting_seat"] = seat
    if len(table["players"][seat]["floor"]) < FLOOR_SPACES:  # R7
        table["players"][seat]["floor"].append(MARKER)


def lift(table, display, color):
    """Remove the color from its source; return how many tiles that were (R5)."""
    source = table["center"] if display is None else table["displays"][display]
    others = [tile for tile in source if tile != color]
    if display is None:
        table["center"] = others
    else:
        table["displays"][display] = []
        table["center"] = table["center"] + others
    return len(source) - len(others)


def falls_to_floor(table, seat, color):
    """Let one tile fall; False if the floor line is full and the lid got it (R9)."""
    floor = table["players"][seat]["floor"]
    if len(floor) < FLOOR_SPACES:
        floor.append(color)
        return True
    table["lid"][color] += 1
    return False


def is_table_empty(table):
    """Whether displays and center hold no tile; the marker does not count (R11)."""
    return table["center"] == [] and all(one == [] for one in table["displays"])
