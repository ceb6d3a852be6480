"""The rules of Azul, pure: no clock, no randomness, no I/O, standard library only.

    decide(state, command, randomness) -> Decision(events, state), or raises Refused
    evolve(state, event)               -> state
    fold(events)                       -> state

The same code judges commands, lists legal moves and replays histories.
"""

from service.rules.audit import MISMATCH_CODES, Audit, Violation, audit
from service.rules.boards import BOARDS, DEFAULT_BOARD, SIZE, Board, Bonuses
from service.rules.commands import Command, CreateGame, PlaceTile, TakeTiles
from service.rules.decide import RULES_VERSION, decide
from service.rules.decision import Decision
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
from service.rules.limits import MAX_DISPLAYS, MAX_PLAYERS, PLAYERS
from service.rules.moves import Move, Placement, legal_moves, legal_placements
from service.rules.randomness import Randomness
from service.rules.refusals import (
    REFUSAL_CODES,
    ImpossibleEvent,
    RefusalCode,
    Refused,
    RulesError,
)
from service.rules.rounds import start_round
from service.rules.state import (
    EMPTY_WALL,
    END_REASONS,
    PHASES,
    PatternLine,
    Player,
    Result,
    Standing,
    State,
    Wall,
    pending_lines,
)
from service.rules.tiles import COLORS, FULL_BAG, MARKER, Color, Counts, count_tiles

__all__ = [
    "BOARDS",
    "COLORS",
    "DEFAULT_BOARD",
    "EMPTY_WALL",
    "END_REASONS",
    "EVENT_NAMES",
    "EVENT_TYPES",
    "FULL_BAG",
    "MARKER",
    "MAX_DISPLAYS",
    "MAX_PLAYERS",
    "MISMATCH_CODES",
    "PHASES",
    "PLAYERS",
    "REFUSAL_CODES",
    "RULES_VERSION",
    "SIZE",
    "Audit",
    "Board",
    "Bonuses",
    "Color",
    "Command",
    "Counts",
    "CreateGame",
    "Decision",
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
    "Randomness",
    "RefusalCode",
    "Refused",
    "Result",
    "RoundStarted",
    "RulesError",
    "Seat",
    "Standing",
    "State",
    "TakeTiles",
    "TilePlaced",
    "TilesTaken",
    "Violation",
    "Wall",
    "audit",
    "count_tiles",
    "decide",
    "evolve",
    "fold",
    "legal_moves",
    "legal_placements",
    "pending_lines",
    "start_round",
]
