"""Between rounds: filling the displays again, or the end of the game."""

from typing import Final

from service.rules.events import GameEnded, RoundStarted
from service.rules.evolve import stalled_rounds
from service.rules.randomness import Randomness
from service.rules.refusals import ImpossibleEvent
from service.rules.scoring import complete_rows
from service.rules.standings import final_result
from service.rules.state import EndReason, State
from service.rules.tiles import Color

TILES_PER_DISPLAY: Final = 4
MAX_STALLED_ROUNDS: Final = 3
"""Rounds in a row without a tile on any wall; then the game ends (R31)."""


def next_round_or_end(state: State, randomness: Randomness) -> RoundStarted | GameEnded:
    """What follows once all walls are tiled and all floor lines are scored."""
    reason = _end_reason(state)
    if reason:
        return end_game(state, reason, randomness)
    return start_round(state, randomness)


def _end_reason(state: State) -> EndReason | None:
    if any(complete_rows(player.wall) for player in state.players):
        return "row_completed"  # R20
    if stalled_rounds(state) == MAX_STALLED_ROUNDS:
        return "no_progress"  # R31
    if not (any(state.bag) or any(state.lid)):
        return "no_tiles_left"  # R19
    return None


def start_round(state: State, randomness: Randomness) -> RoundStarted:
    """Fill the displays; the seat with the marker starts (R3, R11, R16–R18)."""
    number = state.round + 1
    bag = state.bag
    poured = False
    tiles: list[Color] = []
    for index in range(TILES_PER_DISPLAY * len(state.displays)):
        if not any(bag):
            if poured or not any(state.lid):
                break  # R18
            bag, poured = state.lid, True  # R17: not before a tile is needed
        color = randomness.draw(number, index, bag)
        if not bag.of(color):
            raise ImpossibleEvent(f"Draw {index}: the bag holds no {color} tile.")
        bag = bag.with_tiles(color, -1)
        tiles.append(color)
    holder = state.marker_seat
    return RoundStarted(
        round=number,
        starting_seat=state.starting_seat if holder is None else holder,
        displays=tuple(
            tuple(tiles[TILES_PER_DISPLAY * n : TILES_PER_DISPLAY * (n + 1)])
            for n in range(len(state.displays))
        ),
        lid_poured=poured,
        bag=bag,
    )


def end_game(state: State, reason: EndReason, randomness: Randomness) -> GameEnded:
    """Score the game and publish its seed (R21, R22, R33)."""
    outcome = final_result(state, reason)
    return GameEnded(
        reason,
        outcome.winners,
        outcome.standings,
        randomness.seed,
        randomness.seed_salt,
    )
