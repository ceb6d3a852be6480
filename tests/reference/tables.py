"""The colors and the boards, written out space by space."""

from typing import Any

COLORS = ["blue", "yellow", "red", "black", "white"]
MARKER = "starting_marker"
FLOOR_SPACES = 7

_ANY = [
    [None, None, None, None, None],
    [None, None, None, None, None],
    [None, None, None, None, None],
    [None, None, None, None, None],
    [None, None, None, None, None],
]

_ONCE = [
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
]

BOARDS: dict[str, dict[str, Any]] = {
    # R12
    "colored": {
        "wall": [
            ["blue", "yellow", "red", "black", "white"],
            ["white", "blue", "yellow", "red", "black"],
            ["black", "white", "blue", "yellow", "red"],
            ["red", "black", "white", "blue", "yellow"],
            ["yellow", "red", "black", "white", "blue"],
        ],
        "multipliers": _ONCE,
        "floor_penalties": [-1, -1, -2, -2, -2, -3, -3],
        "bonuses": {"row": 2, "column": 7, "color": 10},
    },
    # R23
    "gray": {
        "wall": _ANY,
        "multipliers": _ONCE,
        "floor_penalties": [-1, -1, -2, -2, -2, -3, -3],
        "bonuses": {"row": 2, "column": 7, "color": 10},
    },
    # R26, R27, R29
    "crystal_1": {
        "wall": [
            [None, None, None, "black", None],
            ["white", None, None, None, None],
            [None, None, "yellow", None, None],
            [None, None, None, None, "blue"],
            [None, "red", None, None, None],
        ],
        "multipliers": [
            [1, 1, 1, 2, 1],
            [2, 1, 1, 1, 1],
            [1, 1, 2, 1, 1],
            [1, 1, 1, 1, 2],
            [1, 2, 1, 1, 1],
        ],
        "floor_penalties": [-1, 0, -1, -2, -1, -2, -3],
        "bonuses": {"row": 2, "column": 7, "color": 10},
    },
    # R26, R28, R29
    "crystal_2": {
        "wall": [
            [None, None, None, None, None],
            [None, "blue", None, "red", None],
            [None, None, "white", None, None],
            [None, "black", None, "yellow", None],
            [None, None, None, None, None],
        ],
        "multipliers": _ONCE,
        "floor_penalties": [-1, 0, -1, -2, -1, -2, -3],
        "bonuses": {"row": 3, "column": 10, "color": 12},
    },
}
