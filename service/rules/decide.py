"""Judging commands: each yields the facts it brings about, or is refused."""

from typing import Final

from service.rules.boards import BOARDS
from service.rules.chance import Chance
from service.rules.commands import Command, CreateGame, PlaceTile, TakeTiles
from service.rules.events import Event, GameCreated, Seat
from service.rules.refusals import Refused
from service.rules.rounds import next_round_or_end, start_round
from service.rules.state import State, pending_lines
from service.rules.story import Story
from service.rules.taking import take
from service.rules.tiling import clear_floors, place, tile_forced_lines

PLAYERS: Final = range(2, 5)  # R1

RULES_VERSION: Final = 1
"""Goes up with every change that alters the outcome of a game."""


def decide(state: State | None, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events that `command` brings about in `state`, at least one.

    `state` is None exactly for `CreateGame`. A take that empties the table also
    tiles the walls where no choice is left, and if none is, clears the floor lines
    and starts the next round or ends the game. Raises `Refused`, changing nothing.
    """
    return tuple(carry_out(state, command, chance).events)


def carry_out(state: State | None, command: Command, chance: Chance) -> Story:
    """What `decide` decides, with the state that the events lead to.

    For whoever goes on from there: much of that state is known already.
    """
    if isinstance(command, CreateGame):
        return _create(state, command, chance)
    if state is None:
        raise Refused("wrong_phase", "The game has not been created.")
    if state.phase == "finished":
        raise Refused("game_finished", "The game is over; nothing can be played.")
    if isinstance(command, TakeTiles):
        return _take(state, command, chance)
    return _place(state, command, chance)


def _create(state: State | None, command: CreateGame, chance: Chance) -> Story:
    if state is not None:
        raise Refused("wrong_phase", "The game has already been created.")
    _check_creation(command)
    created = GameCreated(
        players=tuple(Seat(seat, name) for seat, name in enumerate(command.names)),
        board=command.board,
        starting_seat=command.starting_seat,
        seeded=chance.seeded,
        seed_hash=chance.seed_hash,
        rules_version=RULES_VERSION,
    )
    story = Story(None, created)
    story.add(start_round(story.state, chance))
    return story


def _check_creation(command: CreateGame) -> None:
    if len(command.names) not in PLAYERS:
        raise Refused("validation_failed", "Azul is for 2 to 4 players.", "players")
    if command.board not in BOARDS:
        boards = ", ".join(BOARDS)
        raise Refused("validation_failed", f"The boards are {boards}.", "board")
    if not 0 <= command.starting_seat < len(command.names):
        raise Refused(
            "validation_failed",
            f"Seats count from 0; the last one here is {len(command.names) - 1}.",
            "starting_seat",
        )


def _take(state: State, command: TakeTiles, chance: Chance) -> Story:
    if state.phase != "factory_offer":
        raise Refused(
            "wrong_phase", "Walls are being tiled; tiles are taken in the next round."
        )
    if command.seat != state.current_seat:
        name = state.players[state.current_seat or 0].name
        raise Refused(
            "not_your_turn", f"It is the turn of {name} (seat {state.current_seat})."
        )
    taken = take(state, command)
    story = Story(state, taken)
    if _empties_table(state, taken.taken):
        _finish_round(story, chance)
    return story


def _empties_table(state: State, taken: int) -> bool:
    return taken == len(state.center) + sum(map(len, state.displays))


def _place(state: State, command: PlaceTile, chance: Chance) -> Story:
    if state.phase != "wall_tiling":
        raise Refused("wrong_phase", "Tiles go to the wall after the factory offer.")
    if command.seat not in range(len(state.players)) or not pending_lines(
        state, command.seat
    ):
        raise Refused(
            "not_your_turn", "You have no line left to place; others still have."
        )
    story = Story(state, place(state, command))
    _finish_round(story, chance)
    return story


def _finish_round(story: Story, chance: Chance) -> None:
    """Everything that now follows without a choice (R13–R20, R25)."""
    tile_forced_lines(story)
    seats = range(len(story.state.players))
    if not any(pending_lines(story.state, seat) for seat in seats):
        clear_floors(story)
        story.add(next_round_or_end(story.state, chance))
