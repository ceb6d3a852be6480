"""The rules and the reference engine side by side: same draws, same commands."""

from typing import Any

from service.rules import (
    EVENT_NAMES,
    Board,
    Command,
    CreateGame,
    Event,
    PlaceTile,
    Player,
    State,
    TakeTiles,
    decide,
    legal_moves,
    legal_placements,
    pending_lines,
)
from tests.reference import Illegal, ReferenceGame
from tests.reference.draws import Draw
from tests.rules.games import SameDraws, answer, command_space, most_dropped
from tests.rules.support import NAMES

UNKNOWN_TO_REFERENCE = {
    "seeded",
    "seed_hash",
    "seed",
    "seed_salt",
    "title",
    "summary",
}
LINE_CODES = {"line_holds_other_color", "line_full", "color_on_wall_row"}


class Pair:
    """One game, played by both engines."""

    def __init__(
        self, board: str, seats: int, draw: Draw, starting_seat: int = 0
    ) -> None:
        names = NAMES[:seats]
        self.randomness = SameDraws(draw)
        create = CreateGame(names, board, starting_seat)
        self.events, self.state = decide(None, create, self.randomness)
        self.reference = ReferenceGame(list(names), board, starting_seat, draw)

    def play(self, command: Command) -> None:
        self.events, self.state = decide(self.state, command, self.randomness)
        carry_out(self.reference, command)

    def assert_equal(self) -> None:
        """Every field of the state and of the newest events is the same in both."""
        ours = shown_state(self.state, len(self.reference.events))
        theirs = self.reference.state()
        assert [*map(shown_event, self.events)] == self.reference.events[-1]
        assert ours.keys() == theirs.keys()
        for field, value in theirs.items():
            assert ours[field] == value, field

    def assert_same_answers(self) -> None:
        """Every command there is is accepted by both or refused for the same reason."""
        before = self.reference.state()
        for command in command_space(self.state):
            ours = answer(self.state, command)
            twin = self.reference.copy() if ours is None else self.reference
            assert ours in self.reasons(command, reference_answer(twin, command)), (
                command
            )
        assert self.reference.state() == before

    def reasons(self, command: Command, code: str | None) -> set[str | None]:
        """A take to a wrong line that also drops too many may be refused for either."""
        if (
            isinstance(command, TakeTiles)
            and code in LINE_CODES
            and command.dropped > most_dropped(self.state, command)
        ):
            return {code, "dropped_too_many"}
        return {code}


def reference_answer(reference: ReferenceGame, command: Command) -> str | None:
    """Why the reference refuses the command; None if it has carried it out."""
    try:
        carry_out(reference, command)
    except Illegal as illegal:
        return illegal.code
    return None


def carry_out(reference: ReferenceGame, command: Command) -> None:
    if isinstance(command, TakeTiles):
        reference.take(*command)
    elif isinstance(command, PlaceTile):
        reference.place(*command)


def plain(value: Any) -> Any:
    """Tuples as lists, and tuples with names as dicts."""
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def shown_event(event: Event) -> dict[str, Any]:
    data = plain(event)
    known = {name: data[name] for name in data if name not in UNKNOWN_TO_REFERENCE}
    return {"type": EVENT_NAMES[type(event)], "data": known}


def shown_board(board: Board) -> dict[str, Any]:
    """What is printed on it; how it is introduced to people is the service's own."""
    printed = plain(board)
    return {name: printed[name] for name in printed if name not in UNKNOWN_TO_REFERENCE}


def shown_state(state: State, version: int) -> dict[str, Any]:
    """The state as the reference shows it."""
    return {
        "version": version,
        "status": "finished" if state.phase == "finished" else "in_progress",
        "phase": state.phase,
        "round": state.round,
        "starting_seat": state.starting_seat,
        "next_starting_seat": state.marker_seat,
        "current_seat": state.current_seat,
        "board": shown_board(state.board),
        "displays": plain(state.displays),
        "center": {
            "tiles": plain(state.center),
            "starting_marker": state.marker_seat is None,
        },
        "bag": plain(state.bag),
        "lid": plain(state.lid),
        "players": [
            shown_player(state, seat, player)
            for seat, player in enumerate(state.players)
        ],
        "legal_moves": plain(legal_moves(state)),
        "legal_placements": plain(legal_placements(state)),
        "result": plain(state.result),
    }


def shown_player(state: State, seat: int, player: Player) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": player.name,
        "score": player.score,
        "pattern_lines": [
            {**plain(line), "capacity": number + 1}
            for number, line in enumerate(player.pattern_lines)
        ],
        "wall": plain(player.wall),
        "floor_line": plain(player.floor_line),
        "pending_lines": plain(pending_lines(state, seat)),
    }
