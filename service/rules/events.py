"""The facts of a game, in the past tense: what the log holds and clients see.

Each event says enough to be shown without knowing the rules. Replaying them draws
nothing and judges nothing anew. The fields are those of the API, in its order.
"""

from typing import Final, NamedTuple

from service.rules.state import Display, EndReason, Standing
from service.rules.tiles import Color, Counts, FloorItem


class Seat(NamedTuple):
    """Who sits where, counted from zero."""

    seat: int
    name: str


class GameCreated(NamedTuple):
    """Players sat down; `seed_hash` commits to every draw to come (R1, R2, R4)."""

    players: tuple[Seat, ...]
    board: str
    starting_seat: int
    seeded: bool
    seed_hash: str
    rules_version: int


class RoundStarted(NamedTuple):
    """The displays were filled; `bag` is what is left in it (R3, R17, R18)."""

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

    `horizontal` and `vertical` are run lengths with the tile, 0 without neighbour.
    `forced` is true where no request chose the column.
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
    """The floor line was paid for and emptied; `penalty` is 0 or less (R15, R16)."""

    seat: int
    tiles: tuple[FloorItem, ...]
    penalty: int
    score: int
    had_marker: bool


class GameEnded(NamedTuple):
    """The result, and the seed that anybody can now check the draws with (R20–R22)."""

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
"""The names by which events are stored and shown; never renamed."""

EVENT_NAMES: Final = {event: name for name, event in EVENT_TYPES.items()}
