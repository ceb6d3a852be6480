"""The reducer: a state and an event make the next state.

Nothing is judged or drawn here: an event is taken as recorded. Only an event that is
impossible in the state raises an error, since it means that the log is damaged.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from service.rules.boards import BOARDS
from service.rules.events import (
    Event,
    FloorCleared,
    GameCreated,
    GameEnded,
    LineDropped,
    RoundStarted,
    TilePlaced,
    TilesTaken,
)
from service.rules.limits import displays_for
from service.rules.refusals import ImpossibleEvent
from service.rules.state import (
    EMPTY_LINE,
    PatternLine,
    Player,
    Result,
    State,
    is_table_empty,
    new_player,
)
from service.rules.taking import with_marker_on_floor
from service.rules.tiles import (
    FULL_BAG,
    NO_TILES,
    Color,
    Counts,
    FloorItem,
    count_tiles,
)

T = TypeVar("T")


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`; `state` is None before the first one.

    Raises `ImpossibleEvent` if the event cannot follow the state.
    """
    if isinstance(event, GameCreated):
        return _created(state, event)
    if state is None:
        raise ImpossibleEvent("The first event of a game must be game_created.")
    try:
        return _REDUCERS[type(event)](state, event)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise ImpossibleEvent(f"{event!r} cannot follow.") from error


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state that `events` add up to, starting from `state`.

    Raises `ImpossibleEvent`, also if there is no event to start from.
    """
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ImpossibleEvent("A game without events has no state.")
    return state


def _created(state: State | None, event: GameCreated) -> State:
    if state is not None or event.board not in BOARDS:
        raise ImpossibleEvent(f"{event!r} cannot follow.")
    return State(
        board=BOARDS[event.board],
        phase="wall_tiling",  # with empty displays, until the first round starts
        round=0,
        starting_seat=event.starting_seat,
        current_seat=None,
        marker_seat=None,
        displays=((),) * displays_for(len(event.players)),
        center=(),
        bag=FULL_BAG,
        lid=NO_TILES,
        players=tuple(new_player(player.name) for player in event.players),
        stalled_rounds=0,
        wall_grew=False,
        seeded=event.seeded,
        seed_hash=event.seed_hash,
        seed=None,
        seed_salt=None,
        result=None,
    )


def _round_started(state: State, event: RoundStarted) -> State:
    drawn = count_tiles(tile for display in event.displays for tile in display)
    poured = state.bag.plus(state.lid) if event.lid_poured else state.bag
    _require(poured.minus(drawn) == event.bag and min(event.bag) >= 0, event)
    return state._replace(
        phase="factory_offer",
        round=event.round,
        starting_seat=event.starting_seat,
        current_seat=event.starting_seat,
        marker_seat=None,
        displays=event.displays,
        bag=event.bag,
        lid=NO_TILES if event.lid_poured else state.lid,
        stalled_rounds=stalled_rounds(state) if event.round > 1 else 0,
        wall_grew=False,
    )


def stalled_rounds(state: State) -> int:
    """Rounds in a row, up to and with this one, in which no wall grew (R31)."""
    return 0 if state.wall_grew else state.stalled_rounds + 1


def _tiles_taken(state: State, event: TilesTaken) -> State:
    displays, center = _table_after(state, event)
    after = state._replace(
        displays=displays,
        center=center,
        players=_with(state.players, event.seat, _player_after(state, event)),
        marker_seat=event.seat if event.took_marker else state.marker_seat,
        lid=_with_lid(state.lid, event.color, event.to_lid),
        current_seat=(event.seat + 1) % len(state.players),  # R11
    )
    if is_table_empty(after):
        return after._replace(phase="wall_tiling", current_seat=None)
    return after


def _player_after(state: State, event: TilesTaken) -> Player:
    """The board of the player who took: first the marker, then the tiles (R6, R9)."""
    player = state.players[event.seat]
    if event.took_marker:
        player = with_marker_on_floor(state.board, player)
    lines = player.pattern_lines
    if event.line is not None:
        held, count = lines[event.line]
        line = PatternLine(event.color, count + event.placed)
        _require(held in (None, event.color) and line.count <= event.line + 1, event)
        lines = _with(lines, event.line, line)
    floor_line = _with_fallen(state, player, event.color, event.to_floor)
    return Player(player.name, player.score, lines, player.wall, floor_line)


def _table_after(
    state: State, event: TilesTaken
) -> tuple[tuple[tuple[Color, ...], ...], tuple[Color, ...]]:
    """Displays and center without the taken tiles (R5)."""
    display = event.display
    source = state.center if display is None else state.displays[display]
    rest = tuple([tile for tile in source if tile != event.color])
    _require(len(source) - len(rest) == event.taken > 0, event)
    _require(event.placed + event.to_floor + event.to_lid == event.taken, event)
    if display is None:
        return state.displays, rest
    return _with(state.displays, display, ()), state.center + rest


def _tile_placed(state: State, event: TilePlaced) -> State:
    name, _, lines, wall, floor_line = state.players[event.seat]
    row = wall[event.line]
    _require(lines[event.line] == (event.color, event.line + 1), event)
    _require(row[event.column] is None, event)
    lines = _with(lines, event.line, EMPTY_LINE)
    wall = _with(wall, event.line, _with(row, event.column, event.color))
    player = Player(name, event.score, lines, wall, floor_line)
    return state._replace(
        players=_with(state.players, event.seat, player),
        lid=_with_lid(state.lid, event.color, event.line),  # R13: all tiles but one
        wall_grew=True,
    )


def _line_dropped(state: State, event: LineDropped) -> State:
    player = state.players[event.seat]
    lines = player.pattern_lines
    _require(lines[event.line] == (event.color, event.count), event)
    _require(event.to_floor + event.to_lid == event.count, event)
    player = player._replace(
        pattern_lines=_with(lines, event.line, EMPTY_LINE),
        floor_line=_with_fallen(state, player, event.color, event.to_floor),
    )
    return state._replace(
        players=_with(state.players, event.seat, player),
        lid=_with_lid(state.lid, event.color, event.to_lid),
    )


def _floor_cleared(state: State, event: FloorCleared) -> State:
    player = state.players[event.seat]
    _require(player.floor_line == event.tiles, event)
    player = player._replace(floor_line=(), score=event.score)
    return state._replace(
        players=_with(state.players, event.seat, player),
        lid=state.lid.plus(count_tiles(event.tiles)),
    )


def _game_ended(state: State, event: GameEnded) -> State:
    scores = {standing.seat: standing.score for standing in event.standings}
    return state._replace(
        phase="finished",
        current_seat=None,
        marker_seat=None,
        players=tuple(
            player._replace(score=scores[seat])
            for seat, player in enumerate(state.players)
        ),
        stalled_rounds=stalled_rounds(state),
        seed=event.seed,
        seed_salt=event.seed_salt,
        result=Result(event.reason, event.winners, event.standings),
    )


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    if index < 0:
        raise IndexError("indices count from zero, never from the end")
    return (*items[:index], item, *items[index + 1 :])


def _with_fallen(
    state: State, player: Player, color: Color, number: int
) -> tuple[FloorItem, ...]:
    floor_line = player.floor_line + (color,) * number
    if len(floor_line) > state.board.floor_spaces:
        raise ImpossibleEvent("The floor line has no space for that many tiles.")
    return floor_line


def _with_lid(lid: Counts, color: Color, number: int) -> Counts:
    return lid.with_tiles(color, number) if number else lid


def _require(possible: bool, event: Event) -> None:
    if not possible:
        raise ImpossibleEvent(f"{event!r} cannot follow.")


_REDUCERS: Final[dict[type, Callable[[State, Any], State]]] = {
    RoundStarted: _round_started,
    TilesTaken: _tiles_taken,
    TilePlaced: _tile_placed,
    LineDropped: _line_dropped,
    FloorCleared: _floor_cleared,
    GameEnded: _game_ended,
}
