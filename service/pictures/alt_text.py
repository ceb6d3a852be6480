"""The picture's text alternative, for screen readers."""

from collections.abc import Iterable, Sequence
from typing import Final

from service.pictures.text_width import truncated_to_width
from service.rules import (
    COLORS,
    MARKER,
    Player,
    State,
    count_tiles,
    pending_lines,
)

PHASE_TITLES: Final = {
    "factory_offer": "factory offer",
    "wall_tiling": "wall-tiling",
    "finished": "game over",
}
END_REASON_TITLES: Final = {
    "row_completed": "a row is complete",
    "no_tiles_left": "no tiles are left",
    "no_progress": "nobody could go on",
}


def joined(words: Sequence[str]) -> str:
    """`words` (at least one) as a list in a sentence: "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def headline(state: State, max_name_width: int | None = None) -> str:
    """Whose turn it is, or who won; names are truncated to `max_name_width` letters."""
    names = [
        player.name
        if max_name_width is None
        else truncated_to_width(player.name, max_name_width)
        for player in state.players
    ]
    if state.result:
        winners = [names[seat] for seat in state.result.winners]
        wins = "share the victory" if len(winners) > 1 else "wins"
        return f"{joined(winners)} {wins}"
    if state.current_seat is not None:
        return f"{names[state.current_seat]}’s turn"
    placing = [name for seat, name in enumerate(names) if pending_lines(state, seat)]
    return f"{joined(placing)} {'place' if len(placing) > 1 else 'places'} tiles"


def summary(state: State) -> str:
    """The state of the game in one line."""
    return f"Azul, round {state.round}, {PHASE_TITLES[state.phase]}: {headline(state)}"


def description(state: State, seats: Iterable[int]) -> str:
    """The whole table in sentences, with the boards of `seats`, one on each line."""
    sentences = [f"{summary(state)}.", f"Board: {state.board.name}."]
    for number, tiles in enumerate(state.displays):
        if tiles:
            sentences.append(f"Display {number}: {_tiles(tiles)}.")
    marker = [MARKER] if state.marker_seat is None else []
    sentences += [
        f"Center: {_tiles([*marker, *state.center])}.",
        f"In the bag: {sum(state.bag)}. In the lid: {sum(state.lid)}.",
        *(_board(state.players[seat], seat) for seat in seats),
    ]
    if state.marker_seat is not None:
        name = state.players[state.marker_seat].name
        sentences.append(f"{name} starts the next round.")
    if state.result:
        sentences.append(f"The game is over: {END_REASON_TITLES[state.result.reason]}.")
    return "\n".join(sentences)


def _board(player: Player, seat: int) -> str:
    lines = [
        f"line {number} holds {line.count} of {number + 1} {line.color}"
        for number, line in enumerate(player.pattern_lines)
        if line.color
    ]
    rows = [
        f"row {number}: {', '.join(_on_wall(row))}"
        for number, row in enumerate(player.wall)
        if any(row)
    ]
    return (
        f"{player.name}, seat {seat}, {player.score} points. "
        f"Pattern lines: {'; '.join(lines) or 'empty'}. "
        f"Wall: {'; '.join(rows) or 'empty'}. "
        f"Floor line: {_tiles(player.floor_line)}."
    )


def _on_wall(row: Sequence[str | None]) -> list[str]:
    return [f"{tile} in column {column}" for column, tile in enumerate(row) if tile]


def _tiles(items: Sequence[str]) -> str:
    counts = count_tiles(items)
    words = [
        f"{count} {color}" for color, count in zip(COLORS, counts, strict=True) if count
    ]
    if MARKER in items:
        words.insert(0, "the starting marker")
    return ", ".join(words) or "empty"
