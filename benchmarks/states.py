"""Writing a game as JSON, and how long the JSON is."""

import msgspec

from benchmarks.figures import Figure
from benchmarks.play import play_one_of
from benchmarks.replay import MOVES
from benchmarks.store import open_store
from benchmarks.timing import Effort, interleaved, microseconds
from service.api.serializers import game_document
from service.games.game import Game


def measure(effort: Effort) -> list[Figure]:
    """Microseconds and bytes on the first turn, in mid game, and at the end."""
    games = _games()
    times = interleaved(
        {
            name: lambda game=game: microseconds(  # type: ignore[misc]
                lambda: _encode(game), effort.calls
            )
            for name, game in games.items()
        },
        effort.rounds,
    )
    return [
        *(Figure("state", f"{name}: us to write", times[name]) for name in games),
        *(
            Figure("state", f"{name}: bytes", [len(_encode(game))])
            for name, game in games.items()
        ),
    ]


def _encode(game: Game) -> bytes:
    """What the service does for a version that it has not shown before."""
    return msgspec.json.encode(game_document(game))


def _games() -> dict[str, Game]:
    games = {}
    with open_store() as store:
        for players, lengths in MOVES.items():
            game = store.play(play_one_of(players, lengths))
            games[f"{players} players, first turn"] = store.reader.at(game.id, 1)
            middle = store.reader.at(game.id, game.version // 2)
            games[f"{players} players, mid game"] = middle
            games[f"{players} players, finished"] = game
    return games
