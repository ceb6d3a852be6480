"""From one round to the next: floor costs, the refill, or the end."""

from tests.reference.ending import result
from tests.reference.legality import complete_lines
from tests.reference.tables import BOARDS, COLORS, MARKER
from tests.reference.walls import complete_rows


def finish_round_if_all_have_tiled(game):
    """Once no seat has a complete line left: floors, then the end or a new round."""
    table = game.table
    for player in table["players"]:
        if complete_lines(player) != []:
            return
    for seat in range(len(table["players"])):
        clear_floor(game, seat)
    if table["tiles_put_on_walls"] == 0:  # R31
        table["rounds_without_progress"] += 1
    else:
        table["rounds_without_progress"] = 0
    reason = reason_to_end(table)
    if reason is not None:
        end_game(game, reason)
    elif table["next_starting_seat"] is None:  # R11
        start_round(game, table["starting_seat"])
    else:
        start_round(game, table["next_starting_seat"])


def clear_floor(game, seat):
    """Charge the seat's floor line and empty it; the marker stays out (R15, R16)."""
    table = game.table
    player = table["players"][seat]
    had_marker = table["next_starting_seat"] == seat
    tiles = player["floor"]
    if tiles == [] and not had_marker:
        return
    penalty = 0
    for space in range(len(tiles)):
        penalty += BOARDS[table["board"]]["floor_penalties"][space]
    player["score"] = max(0, player["score"] + penalty)
    player["floor"] = []
    for tile in tiles:
        if tile != MARKER:
            table["lid"][tile] += 1
    game.happened(
        "floor_cleared",
        seat=seat,
        tiles=tiles,
        penalty=penalty,
        score=player["score"],
        had_marker=had_marker,
    )


def reason_to_end(table):
    """Why no further round is played, or None (R20, R31, R19, judged in this order)."""
    if any(complete_rows(player["wall"]) > 0 for player in table["players"]):
        return "row_completed"
    if table["rounds_without_progress"] == 3:
        return "no_progress"
    if sum(table["bag"].values()) + sum(table["lid"].values()) == 0:
        return "no_tiles_left"
    return None


def start_round(game, starting_seat):
    """Fill the displays and let the starting seat begin (R3, R17, R18)."""
    table = game.table
    table["phase"] = "factory_offer"
    table["round"] += 1
    table["starting_seat"] = starting_seat
    table["current_seat"] = starting_seat
    table["next_starting_seat"] = None
    table["marker_in_center"] = True
    table["tiles_put_on_walls"] = 0
    lid_poured = refill(game)
    game.happened(
        "round_started",
        round=table["round"],
        starting_seat=starting_seat,
        displays=table["displays"],
        lid_poured=lid_poured,
        bag=table["bag"],
    )


def refill(game):
    """Put 4 tiles on each display while there are any; whether the lid was poured."""
    table = game.table
    lid_poured = False
    draws = 0
    for display in table["displays"]:
        for _ in range(4):
            if sum(table["bag"].values()) == 0 and sum(table["lid"].values()) > 0:
                table["bag"] = table["lid"]  # R17: empty, and a tile is needed
                table["lid"] = dict.fromkeys(COLORS, 0)
                lid_poured = True
            if sum(table["bag"].values()) == 0:
                return lid_poured  # R18
            color = game.draw(table["round"], draws, dict(table["bag"]))
            draws += 1
            table["bag"][color] -= 1
            display.append(color)
    return lid_poured


def end_game(game, reason):
    """Add the bonuses, name the winners; the marker goes back to the center (R21)."""
    table = game.table
    table["result"] = result(table["board"], table["players"], reason)
    for entry in table["result"]["standings"]:
        table["players"][entry["seat"]]["score"] = entry["score"]
    table["phase"] = "finished"
    table["next_starting_seat"] = None
    table["marker_in_center"] = True
    game.happened("game_ended", **table["result"])
