"""The events of a game: what the log stores and what clients see.

Each event can be shown without knowing the rules. Replaying events draws nothing and
judges nothing. The fields are those of the API, in its order.
"""

from typing import Final, NamedTuple

from service.rules.state import Display, EndReason, Standing
from service.rules.tiles import Color, Counts, FloorItem


class Seat(NamedTuple):
    """A player's seat, counted from zero, and name."""

    seat: int
    name: str


class GameCreated(NamedTuple):
    """The game was created; `seed_hash` commits to all its draws (R1, R2, R4)."""

    players: tuple[Seat, ...]
    board: str
    starting_seat: int
    seeded: bool
    seed_hash: str
    rules_version: int


class RoundStarted(NamedTuple):
    """The displays were filled; `bag` is what is left in the bag (R3, R17, R18).

    `lid_poured` says whether the bag was refilled from the lid.
    """

    round: int
    starting_seat: int
    displays: tuple[Display, ...]
    lid_poured: bool
    bag: Counts


class TilesTaken(NamedTuple):
    """A player took `taken` tiles; placed + to_floor + to_lid = taken (R5–R10)."""

    seat: int
    display: int | None
    color: Color
    line: int | None
    taken: int
    placed: int
    to_floor: int
    to_lid: int
    took_marker: bool


class TilePlaced(NamedTuple):
    """A complete line's tile went to the wall; `score` is the new score (R13, R14).

    `horizontal` and `vertical` are the lengths of the runs through the tile, 0 where
    it has no neighbor. `forced` is true if no command chose the column.
    """

    seat: int
    line: int
    column: int
    color: Color
    horizontal: int
    vertical: int
    multiplier: int
    points: int
    score: int
    forced: bool


class LineDropped(NamedTuple):
    """A complete line had no allowed space and fell to the floor line (R24)."""

    seat: int
    line: int
    color: Color
    count: int  # type: ignore[assignment]  # hides tuple.count, which none needs
    to_floor: int
    to_lid: int


class FloorCleared(NamedTuple):
    """The floor line was scored and emptied; `penalty` is 0 or less (R15, R16)."""

    seat: int
    tiles: tuple[FloorItem, ...]
    penalty: int
    score: int
    had_marker: bool


class GameEnded(NamedTuple):
    """The result, and the seed, by which the draws can now be verified (R20–R22)."""

    reason: EndReason
    winners: tuple[int, ...]
    standings: tuple[Standing, ...]
    seed: str
    seed_salt: str


Event = (
    GameCreated
    | RoundStarted
    | TilesTaken
    | TilePlaced
    | LineDropped
    | FloorCleared
    | GameEnded
)

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "game_created": GameCreated,
    "round_started": RoundStarted,
    "tiles_taken": TilesTaken,
    "tile_placed": TilePlaced,
    "line_dropped": LineDropped,
    "floor_cleared": FloorCleared,
    "game_ended": GameEnded,
}
"""The names under which events are stored and sent; they never change."""

EVENT_NAMES: Final = {event: name for name, event in EVENT_TYPES.items()}
