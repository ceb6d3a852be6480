"""Serializing games and events as openapi.yaml describes them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from service.formats.timestamps import format_timestamp
from service.games.game import Commit, Game
from service.rules import (
    EVENT_NAMES,
    Board,
    Event,
    Move,
    Player,
    Result,
    State,
    legal_moves,
    legal_placements,
    pending_lines,
)

Document = dict[str, Any]
"""A JSON object."""

MAX_CACHED_DOCUMENTS: Final = 2048


def game_document(game: Game) -> Document:
    """A game with its state and legal moves."""
    state = game.state
    return {
        "id": game.id,
        "version": game.version,
        "created_at": format_timestamp(game.created_at),
        "updated_at": format_timestamp(game.updated_at),
        **state_document(state),
    }


def state_document(state: State) -> Document:
    """A state with its legal moves, without the game's id and times."""
    return {
        "status": "finished" if state.result else "in_progress",
        "phase": state.phase,
        "round": state.round,
        "starting_seat": state.starting_seat,
        "current_seat": state.current_seat,
        "next_starting_seat": state.marker_seat,
        "seeded": state.seeded,
        "seed_hash": state.seed_hash,
        "seed": state.seed,
        "seed_salt": state.seed_salt,
        "board": _board(state.board),
        "displays": state.displays,
        "center": {
            "tiles": state.center,
            "starting_marker": state.marker_seat is None,
        },
        "bag": state.bag._asdict(),
        "lid": state.lid._asdict(),
        "players": [
            _player(state, seat, player) for seat, player in enumerate(state.players)
        ],
        "legal_moves": [_move(move) for move in legal_moves(state)],
        "legal_placements": [
            placement._asdict() for placement in legal_placements(state)
        ],
        "result": state.result and _result(state.result),
    }


@lru_cache(maxsize=8)
def _board(board: Board) -> Document:
    return {
        "name": board.name,
        "wall": board.wall,
        "multipliers": board.multipliers,
        "floor_penalties": board.floor_penalties,
        "bonuses": board.bonuses._asdict(),
    }


def _player(state: State, seat: int, player: Player) -> Document:
    return {
        "seat": seat,
        "name": player.name,
        "score": player.score,
        "pattern_lines": [
            {"color": line.color, "count": line.count, "capacity": number + 1}
            for number, line in enumerate(player.pattern_lines)
        ],
        "wall": player.wall,
        "floor_line": player.floor_line,
        "pending_lines": pending_lines(state, seat),
    }


@lru_cache(maxsize=4096)
def _move(move: Move) -> msgspec.Raw:
    """A move as JSON, cached: there are only a few hundred different ones."""
    return msgspec.Raw(msgspec.json.encode(move._asdict()))


def _result(result: Result) -> Document:
    return {
        "reason": result.reason,
        "winners": result.winners,
        "standings": [standing._asdict() for standing in result.standings],
    }


def event_documents(version: int, at: int, events: Sequence[Event]) -> list[Document]:
    """The events of one version; `at` is in milliseconds since 1970."""
    time = format_timestamp(at)
    return [
        {
            "version": version,
            "index": index,
            "at": time,
            "type": EVENT_NAMES[type(event)],
            "data": event_data(event),
        }
        for index, event in enumerate(events)
    ]


def event_data(event: Event) -> Document:
    """An event's fields; named tuples within them become objects."""
    return {name: _plain(value) for name, value in event._asdict().items()}


def _plain(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    if hasattr(value, "_asdict"):
        return {name: _plain(member) for name, member in value._asdict().items()}
    return [_plain(member) for member in value]


@lru_cache(maxsize=MAX_CACHED_DOCUMENTS)
def game_json(game: Game) -> bytes:
    """`game_document` as JSON; cached, since a version never changes."""
    return msgspec.json.encode(game_document(game))


@lru_cache(maxsize=MAX_CACHED_DOCUMENTS)
def commit_json(commit: Commit) -> bytes:
    """A version with its events and the game after it, as JSON; cached, since both the
    response to the command and the stream's message contain it.
    """
    game = commit.game
    return msgspec.json.encode(
        {
            "version": game.version,
            "events": event_documents(game.version, game.updated_at, commit.events),
            "game": msgspec.Raw(game_json(game)),
        }
    )
