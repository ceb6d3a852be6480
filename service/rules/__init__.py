"""The rules of Azul, pure: no clock, no randomness, no I/O, standard library only.

    decide(state, command, chance) -> events, or raises Refused
    evolve(state, event)           -> state
    fold(events)                   -> state
    carry_out(state, command, chance) -> both, for whoever plays on

The same code judges commands, lists the legal moves and replays histories.
"""

from service.rules.audit import Audit, Problem, audit
from service.rules.boards import BOARDS, SIZE, Board, Bonuses
from service.rules.chance import Chance
from service.rules.commands import Command, CreateGame, PlaceTile, TakeTiles
from service.rules.decide import RULES_VERSION, carry_out, decide
from service.rules.events import (
    EVENT_NAMES,
    EVENT_TYPES,
    Event,
    FloorCleared,
    GameCreated,
    GameEnded,
    LineDropped,
    RoundStarted,
    Seat,
    TilePlaced,
    TilesTaken,
)
from service.rules.evolve import evolve, fold
from service.rules.moves import Move, Placement, legal_moves, legal_placements
from service.rules.refusals import (
    REFUSAL_CODES,
    ImpossibleEvent,
    RefusalCode,
    Refused,
    RulesError,
)
from service.rules.state import (
    PatternLine,
    Player,
    Result,
    Standing,
    State,
    pending_lines,
)
from service.rules.story import Story
from service.rules.tiles import COLORS, FULL_BAG, MARKER, Color, Counts, count_tiles

__all__ = [
    "BOARDS",
    "COLORS",
    "EVENT_NAMES",
    "EVENT_TYPES",
    "FULL_BAG",
    "MARKER",
    "REFUSAL_CODES",
    "RULES_VERSION",
    "SIZE",
    "Audit",
    "Board",
    "Bonuses",
    "Chance",
    "Color",
    "Command",
    "Counts",
    "CreateGame",
    "Event",
    "FloorCleared",
    "GameCreated",
    "GameEnded",
    "ImpossibleEvent",
    "LineDropped",
    "Move",
    "PatternLine",
    "PlaceTile",
    "Placement",
    "Player",
    "Problem",
    "RefusalCode",
    "Refused",
    "Result",
    "RoundStarted",
    "RulesError",
    "Seat",
    "Standing",
    "State",
    "Story",
    "TakeTiles",
    "TilePlaced",
    "TilesTaken",
    "audit",
    "carry_out",
    "count_tiles",
    "decide",
    "evolve",
    "fold",
    "legal_moves",
    "legal_placements",
    "pending_lines",
]
