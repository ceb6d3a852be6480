"""What must be true of a table after every event, checked by counting."""

from tests.reference.tables import BOARDS, COLORS, FLOOR_SPACES, MARKER


def all_tiles(table):
    """Every tile of the game, wherever it lies, as one long list of colors."""
    tiles = []
    for color in COLORS:
        tiles += [color] * table["bag"][color]
        tiles += [color] * table["lid"][color]
    for display in table["displays"]:
        tiles += display
    tiles += table["center"]
    for player in table["players"]:
        for line in player["lines"]:
            tiles += line
        for row in player["wall"]:
            tiles += [tile for tile in row if tile is not None]
        tiles += [tile for tile in player["floor"] if tile != MARKER]
    return tiles


def check_tiles(table):
    """R1: 100 tiles, 20 of each color, none lost and none made."""
    tiles = all_tiles(table)
    assert len(tiles) == 100, len(tiles)
    for color in COLORS:
        assert tiles.count(color) == 20, (color, tiles.count(color))
        assert table["bag"][color] >= 0
        assert table["lid"][color] >= 0


def check_boards(table):
    """No board shows what the rules forbid."""
    for player in table["players"]:
        assert player["score"] >= 0
        assert len(player["floor"]) <= FLOOR_SPACES
        for number, line in enumerate(player["lines"]):
            assert len(line) <= number + 1
            assert len(set(line)) <= 1
            assert line == [] or line[0] not in player["wall"][number]
        check_wall(BOARDS[table["board"]]["wall"], player["wall"])


def check_wall(printed, wall):
    """No color twice in a row or column, and printed spaces hold their color."""
    for n in range(5):
        across = [wall[n][column] for column in range(5) if wall[n][column]]
        down = [wall[row][n] for row in range(5) if wall[row][n]]
        assert len(across) == len(set(across))
        assert len(down) == len(set(down))
    for row in range(5):
        for column in range(5):
            if wall[row][column] is not None:
                assert printed[row][column] in [None, wall[row][column]]


def check_marker(table):
    """Exactly one starting marker: in the center, on a floor line, or (R7) in hand."""
    floors = [player["floor"] for player in table["players"]]
    on_floors = sum(floor.count(MARKER) for floor in floors)
    holder = table["next_starting_seat"]
    if table["marker_in_center"]:
        assert on_floors == 0
        assert holder is None
    elif on_floors == 0:
        assert len(floors[holder]) == FLOOR_SPACES
    else:
        assert on_floors == 1
        assert MARKER in floors[holder]
