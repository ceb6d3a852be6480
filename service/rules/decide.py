"""Judging commands: each leads to events, or is refused."""

from typing import Final, assert_never

from service.rules.boards import BOARDS
from service.rules.commands import Command, CreateGame, PlaceTile, TakeTiles
from service.rules.decision import Decision, begin
from service.rules.events import GameCreated, Seat
from service.rules.limits import PLAYERS
from service.rules.randomness import Randomness
from service.rules.refusals import Refused
from service.rules.rounds import next_round_or_end, start_round
from service.rules.state import State, is_table_empty, pending_lines
from service.rules.taking import take
from service.rules.tiling import clear_floors, place, tile_forced_lines

RULES_VERSION: Final = 1
"""Raised with every change that alters the outcome of a game."""


def decide(state: State | None, command: Command, randomness: Randomness) -> Decision:
    """What `command` leads to in `state`: its events, and the state after them.

    `state` is None exactly for `CreateGame`. A command that ends the factory offer or a
    placement also carries out all that follows without a choice: forced tiling, and
    once no choice is left, the floor lines and the next round or the end of the game.
    Raises `Refused`.
    """
    if isinstance(command, CreateGame):
        return _create(state, command, randomness)
    if state is None:
        raise Refused("wrong_phase", "The game has not been created.")
    if state.phase == "finished":
        raise Refused("game_finished", "The game is over; no more moves can be made.")
    if isinstance(command, TakeTiles):
        return _take(state, command, randomness)
    if isinstance(command, PlaceTile):
        return _place(state, command, randomness)
    assert_never(command)


def _create(
    state: State | None, command: CreateGame, randomness: Randomness
) -> Decision:
    if state is not None:
        raise Refused("wrong_phase", "The game has already been created.")
    _check_creation(command)
    created = GameCreated(
        players=tuple(Seat(seat, name) for seat, name in enumerate(command.names)),
        board=command.board,
        starting_seat=command.starting_seat,
        seeded=randomness.seeded,
        seed_hash=randomness.seed_hash,
        rules_version=RULES_VERSION,
    )
    decision = begin(None, created)
    return decision.then(start_round(decision.state, randomness))


def _check_creation(command: CreateGame) -> None:
    if len(command.names) not in PLAYERS:
        raise Refused("validation_failed", "Azul is for 2 to 4 players.", "players")
    if command.board not in BOARDS:
        boards = ", ".join(BOARDS)
        raise Refused(
            "validation_failed", f"The board must be one of {boards}.", "board"
        )
    if not 0 <= command.starting_seat < len(command.names):
        raise Refused(
            "validation_failed",
            f"The starting seat must be 0 to {len(command.names) - 1}; seats count "
            "from 0.",
            "starting_seat",
        )


def _take(state: State, command: TakeTiles, randomness: Randomness) -> Decision:
    if state.phase != "factory_offer":
        raise Refused(
            "wrong_phase",
            "This is the wall-tiling phase; tiles are taken again in the next round.",
        )
    if command.seat != state.current_seat:
        name = state.players[state.current_seat or 0].name
        raise Refused(
            "not_your_turn", f"It is the turn of {name} (seat {state.current_seat})."
        )
    taken = take(state, command)
    decision = begin(state, taken)
    if is_table_empty(decision.state):
        return _finish_round(decision, randomness)
    return decision


def _place(state: State, command: PlaceTile, randomness: Randomness) -> Decision:
    if state.phase != "wall_tiling":
        raise Refused(
            "wrong_phase",
            "This is the factory offer; tiles go to the wall after it, in wall-tiling.",
        )
    if command.seat not in range(len(state.players)) or not pending_lines(
        state, command.seat
    ):
        raise Refused(
            "not_your_turn",
            "You have no complete pattern line left to place; other players have.",
        )
    return _finish_round(begin(state, place(state, command)), randomness)


def _finish_round(decision: Decision, randomness: Randomness) -> Decision:
    """Append everything that now follows without a choice (R13–R20, R25)."""
    decision = tile_forced_lines(decision)
    seats = range(len(decision.state.players))
    if any(pending_lines(decision.state, seat) for seat in seats):
        return decision
    decision = clear_floors(decision)
    return decision.then(next_round_or_end(decision.state, randomness))
