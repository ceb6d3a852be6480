"""Given a table, when a player acts, then this happens.

Tiles are spelled by letters: b y r k w are blue, yellow, red, black and white, `*` is
the starting marker, and `.` is a free space of a wall. What a drawn table does not
show lies in the bag, so that there are always 100 tiles.

    given(table(player(lines={2: "r"}), displays=["rrky"]))
    .when(TakeTiles(seat=0, display=0, color="red", line=2))
    .then(a(TilesTaken, taken=2, placed=2))
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from service.rules import (
    BOARDS,
    COLORS,
    FULL_BAG,
    MARKER,
    SIZE,
    Color,
    Command,
    Counts,
    Event,
    PatternLine,
    Player,
    Randomness,
    Refused,
    State,
    TakeTiles,
    count_tiles,
    decide,
    evolve,
)

Wall = tuple[tuple[Color | None, ...], ...]

LETTERS: dict[str, Any] = dict(zip("byrkw*.", (*COLORS, MARKER, None), strict=True))
NAMES = ("Ana", "Rui", "Eva", "Gil")
NO_TILES = Counts()
FREE = "....."
"""A row of a wall without tiles."""
LAST = TakeTiles(seat=0, display=0, color="black", line=4)
"""Ends the round of a table with `displays=["k"]`; scores nothing, costs nothing."""


def tiles(letters: str) -> tuple[Any, ...]:
    """The tiles, markers and free spaces that the letters spell."""
    return tuple(LETTERS[letter] for letter in letters)


def spelled(items: Iterable[str | None]) -> str:
    """The letters of tiles, markers and free spaces: the other way round."""
    names = {name: letter for letter, name in LETTERS.items()}
    return "".join(names[item] for item in items)


def player(
    lines: Mapping[int, str] | None = None,
    wall: Sequence[str] = (),
    floor: str = "",
    score: int = 0,
) -> Player:
    """One player's board; rows of the wall that are not drawn are free."""
    held = {n: PatternLine(LETTERS[x[0]], len(x)) for n, x in (lines or {}).items()}
    rows = [*wall, *[FREE] * (SIZE - len(wall))]
    return Player(
        name="",
        score=score,
        pattern_lines=tuple(held.get(n, PatternLine()) for n in range(SIZE)),
        wall=tuple(map(tiles, rows)),
        floor_line=tiles(floor),
    )


def table(
    *players: Player,
    seats: int = 2,
    board: str = "colored",
    displays: Sequence[str] = (),
    center: str = "",
    bag: str | None = None,
    lid: str = "",
    turn: int = 0,
    **more: Any,
) -> State:
    """A table during the factory offer of a round.

    Seats and displays that are not drawn are empty. All other tiles are in the bag;
    if `bag` is spelled out, in the lid. `more` are further fields of the state.
    """
    boards = [*players, *[player()] * (seats - len(players))]
    assert all(fits(one.wall, BOARDS[board].wall) for one in boards), "other board"
    holders = [seat for seat, one in enumerate(boards) if MARKER in one.floor_line]
    state = State(
        board=BOARDS[board],
        phase="factory_offer",
        round=1,
        starting_seat=0,
        current_seat=turn,
        marker_seat=holders[0] if holders else None,
        displays=tuple(
            tiles(displays[n]) if n < len(displays) else ()
            for n in range(2 * len(boards) + 1)
        ),
        center=tiles(center),
        bag=count_tiles(tiles(bag or "")),
        lid=count_tiles(tiles(lid)),
        players=tuple(
            one._replace(name=name) for one, name in zip(boards, NAMES, strict=False)
        ),
        stalled_rounds=0,
        wall_grew=False,
        seeded=True,
        seed_hash="hash",
        seed=None,
        seed_salt=None,
        result=None,
    )
    rest = FULL_BAG.minus(census(state))
    assert min(rest) >= 0, f"there are 20 tiles of each color, not more: {rest}"
    if bag is None:
        return state._replace(bag=rest, **more)
    return state._replace(lid=state.lid.plus(rest), **more)


def fits(wall: Wall, printed: Wall) -> bool:
    """Whether each tile lies on a space that takes it."""
    return all(
        tile is None or space in (None, tile)
        for row, spaces in zip(wall, printed, strict=True)
        for tile, space in zip(row, spaces, strict=True)
    )


def census(state: State) -> Counts:
    """All tiles, wherever they lie: 20 of each color at any time (R1)."""
    on_table = [*state.center, *(tile for tiles in state.displays for tile in tiles)]
    on_boards = [
        tile
        for one in state.players
        for tile in (
            *one.floor_line,
            *(tile for row in one.wall for tile in row if tile),
            *(line.color for line in one.pattern_lines for _ in range(line.count)),
        )
        if tile
    ]
    return state.bag.plus(state.lid).plus(count_tiles([*on_table, *on_boards]))


class Dealer:
    """Draws the tiles of a round as spelled, after them the bag's first color."""

    seeded = True
    seed_hash = "hash"
    seed = "seed"
    seed_salt = "salt"

    def __init__(self, script: str = "") -> None:
        self.script = tiles(script.replace(" ", ""))
        self.bags: list[Counts] = []

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        self.bags.append(bag)
        if index < len(self.script):
            color: Color = self.script[index]
            return color
        return next(color for color in COLORS if bag.of(color))


class a:  # noqa: N801 -- reads as the article: a(TilesTaken, taken=2)
    """Equal to every event of a type that has these fields, whatever the others."""

    def __init__(self, event_type: type[Event], **fields: Any) -> None:
        assert set(fields) <= set(event_type._fields), "no such field"
        self.event_type = event_type
        self.fields = fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self.event_type) and all(
            getattr(other, name) == value for name, value in self.fields.items()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"a({self.event_type.__name__}, {shown})"


class Scenario:
    """A state, and what the last command did to it."""

    def __init__(self, state: State | None, randomness: Randomness) -> None:
        self.state = state
        self.randomness = randomness
        self.events: tuple[Event, ...] = ()
        self.refusal: Refused | None = None

    def when(self, *commands: Command) -> "Scenario":
        """Carry out commands one after the other; only the last may be refused."""
        for command in commands:
            assert self.refusal is None, self.refusal
            try:
                decision = decide(self.state, command, self.randomness)
            except Refused as refused:
                self.refusal = refused
            else:
                self.events = decision.events
                for event in self.events:
                    self.state = evolve(self.state, event)
                    assert census(self.state) == FULL_BAG, event
                assert self.state == decision.state
        return self

    def then(self, *events: object) -> State:
        """The last command brought about exactly these events; the state after."""
        assert self.refusal is None, self.refusal
        assert list(self.events) == list(events)
        assert self.state is not None
        return self.state

    def then_refused(self, code: str, field: str | None = None) -> Refused:
        """The last command was refused for this reason."""
        assert self.refusal is not None, self.events
        assert (self.refusal.code, self.refusal.field) == (code, field)
        return self.refusal


def given(state: State | None, randomness: Randomness | None = None) -> Scenario:
    """Start from a table; None is the time before the game."""
    return Scenario(state, randomness or Dealer())
