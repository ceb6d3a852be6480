"""The reference engine against examples worked out by hand: refill and end."""

import random

import pytest

from tests.reference import Illegal, ReferenceGame, perft, seeded_draw
from tests.reference.ending import result
from tests.reference.positions import (
    bag_to_lid,
    bare_table,
    drawn_wall,
    lay_display,
    lay_floor,
    lay_line,
    lay_wall,
    newest,
    newest_types,
)
from tests.reference.tables import BOARDS

EMPTY = ["....."] * 5


def recording_draw(game):
    """Let the game note how many tiles the bag held at each draw."""
    seen = []
    draw = game.draw

    def recorded(round_number, index, bag):
        seen.append((index, sum(bag.values())))
        return draw(round_number, index, bag)

    game.draw = recorded
    return seen


def player_with(score, rows):
    return {"score": score, "wall": drawn_wall(rows)}


def test_r17_the_lid_is_poured_when_the_bag_is_empty_and_a_tile_is_needed():
    game = bare_table()
    lay_display(game, 0, "b")
    bag_to_lid(game, left_in_bag=3)
    seen = recording_draw(game)

    game.take(0, 0, "blue", 4)

    started = newest(game, "round_started")[0]
    assert started["lid_poured"]
    assert seen[:5] == [(0, 3), (1, 2), (2, 1), (3, 96), (4, 95)]
    assert sum(started["bag"].values()) == 96 - 17
    assert sum(game.state()["lid"].values()) == 0


def test_r17_the_lid_is_not_poured_when_the_bag_ends_with_the_refill():
    game = bare_table()
    lay_display(game, 0, "b")
    bag_to_lid(game, left_in_bag=20)

    game.take(0, 0, "blue", 4)

    assert not newest(game, "round_started")[0]["lid_poured"]
    assert sum(game.state()["bag"].values()) == 0
    assert sum(game.state()["lid"].values()) == 79


def all_tiles_on_boards():
    """Four walls that lack one color each, that color's last 5 tiles in the lines."""
    game = bare_table(players=4)
    colored = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]
    for seat, missing in enumerate("byrk"):
        lay_wall(game, seat, [row.replace(missing, ".") for row in colored])
        lay_line(game, seat, missing, 1)
        lay_line(game, seat, missing * 2, 2)
        if seat != 0:
            lay_line(game, seat, missing * 2, 4)
    lay_line(game, 0, "b", 4)
    lay_display(game, 0, "b")
    return game


def test_r18_with_bag_and_lid_empty_the_displays_stay_partly_filled():
    game = all_tiles_on_boards()

    game.take(0, 0, "blue", None)

    assert game.state()["displays"] == [["blue"]] + [[]] * 8
    assert newest(game, "round_started")[0]["lid_poured"]
    assert sum(game.state()["bag"].values()) == 0


def test_r19_if_no_tile_can_be_drawn_the_game_ends_at_once():
    game = all_tiles_on_boards()

    game.take(0, 0, "blue", 4)

    assert newest_types(game) == ["tiles_taken", "game_ended"]
    state = game.state()
    assert state["result"]["reason"] == "no_tiles_left"
    assert (state["phase"], state["round"], state["current_seat"]) == (
        "finished",
        1,
        None,
    )


def test_r20_r21_a_complete_row_ends_the_game_after_everyone_has_tiled():
    game = bare_table()
    lay_wall(game, 0, ["byrk.", ".....", ".....", ".....", "....."])
    lay_line(game, 1, "yy", 1)
    lay_floor(game, 1, "kkk")
    lay_display(game, 0, "w")

    game.take(0, 0, "white", 0)

    assert newest_types(game) == [
        "tiles_taken",
        "tile_placed",
        "tile_placed",
        "floor_cleared",
        "game_ended",
    ]
    state = game.state()
    assert [player["score"] for player in state["players"]] == [7, 0]
    assert state["result"]["reason"] == "row_completed"
    assert state["result"]["winners"] == [0]
    assert state["center"] == {"tiles": [], "starting_marker": True}
    with pytest.raises(Illegal, match="game_finished"):
        game.take(0, 0, "white", 0)
    with pytest.raises(Illegal, match="game_finished"):
        game.place(0, 0, 0)
    assert perft(game, 1) == 0


@pytest.mark.parametrize(
    ("board", "points"), [("gray", (2, 7, 10)), ("crystal_2", (3, 10, 12))]
)
def test_r21_r28_rows_columns_and_colors_bring_their_bonuses(board, points):
    rows = ["byrkw", "wb...", "k.b..", "r..b.", "y...b"]

    entry = result(board, [player_with(30, rows)], "row_completed")["standings"][0]

    assert (entry["rows"], entry["columns"], entry["colors"]) == (1, 1, 1)
    assert (entry["row_points"], entry["column_points"], entry["color_points"]) == (
        points
    )
    assert entry["score"] == 30 + sum(points)


def test_r22_r33_points_then_rows_decide_and_equal_ranks_are_shared():
    one_row = ["byrkw", ".....", ".....", ".....", "....."]
    players = [
        player_with(40, EMPTY),
        player_with(38, one_row),
        player_with(40, EMPTY),
        player_with(1, one_row),
    ]

    outcome = result("colored", players, "row_completed")

    assert outcome["winners"] == [1]
    ranks = [(one["seat"], one["rank"]) for one in outcome["standings"]]
    assert ranks == [(1, 1), (0, 2), (2, 2), (3, 4)]


def test_r22_players_equal_in_points_and_rows_share_the_victory():
    players = [player_with(4, EMPTY), player_with(9, EMPTY), player_with(9, EMPTY)]

    outcome = result("colored", players, "row_completed")

    assert outcome["winners"] == [1, 2]
    assert [one["rank"] for one in outcome["standings"]] == [1, 1, 3]


def drop_everything(game):
    """Take the first color there is to the floor line."""
    to_floor = [move for move in game.legal_moves() if move["line"] is None]
    game.take(game.table["current_seat"], **to_floor[0])


def test_r31_three_rounds_in_a_row_without_a_tile_on_a_wall_end_the_game():
    game = ReferenceGame(["Ana", "Rui"], "crystal_1", 0, seeded_draw("r31"))

    while game.table["phase"] != "finished":
        drop_everything(game)

    assert game.state()["round"] == 3
    assert game.state()["result"]["reason"] == "no_progress"
    assert game.state()["result"]["winners"] == [0, 1]


def test_r31_a_tile_on_a_wall_restarts_the_count():
    game = ReferenceGame(["Ana", "Rui"], "colored", 0, seeded_draw("r31"))
    while game.table["round"] < 3:
        drop_everything(game)

    game.take(game.table["current_seat"], **game.legal_moves()[0])
    while game.table["phase"] != "finished":
        drop_everything(game)

    placed = [
        event for one in game.events for event in one if event["type"] == "tile_placed"
    ]
    assert len(placed) == 1
    assert game.state()["round"] == 6
    assert game.state()["result"]["reason"] == "no_progress"


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r31_random_games_end_and_keep_their_100_tiles(board, players):
    """The tiles are counted after every event by the engine itself."""
    randomness = random.Random(f"{board} {players}")  # noqa: S311 - no secret here
    game = ReferenceGame(["x"] * players, board, 0, seeded_draw(board))

    while game.table["phase"] != "finished":
        moves, placements = game.legal_moves(), game.legal_placements()
        assert (moves == []) != (placements == [])
        if moves:
            game.take(game.table["current_seat"], **randomness.choice(moves))
        else:
            placement = randomness.choice(placements)
            column = randomness.choice(placement["columns"])
            game.place(placement["seat"], placement["line"], column)

    assert game.state()["result"]["winners"] != []
    assert newest_types(game)[-1] == "game_ended"
