"""Reading a finished game back from the store: every entry, the chain checked."""

from benchmarks.figures import Aim, Figure
from benchmarks.play import play_one_of
from benchmarks.store import Store, open_store
from benchmarks.timing import Effort, interleaved, microseconds
from service.games.game import apply_entries
from service.store.redis_log import log_key

MOVES = {2: range(60, 75), 4: range(100, 121)}
"""About as long as games of that many players are."""
REPLAY_AIM = {2: Aim("<", 1)}


def measure(effort: Effort) -> list[Figure]:
    """Milliseconds for a replay, and how many empty reads of the log it is worth."""
    with open_store() as store:
        return [
            figure for players in MOVES for figure in _measure(store, players, effort)
        ]


def _measure(store: Store, players: int, effort: Effort) -> list[Figure]:
    game = store.play(play_one_of(players, MOVES[players]))
    key, after = log_key(game.id), f"({game.version}-0"

    def replay() -> float:
        return microseconds(
            lambda: apply_entries(game.id, store.log.read(game.id)), effort.calls
        )

    def empty_tail() -> float:
        return microseconds(lambda: store.redis.xrange(key, after, "+"), effort.calls)

    times = interleaved({"replay": replay, "tail": empty_tail}, effort.rounds)
    pairs = zip(times["replay"], times["tail"], strict=True)
    what = f"{players} players, {game.version} entries"
    return [
        Figure(
            "replay",
            f"{what}: ms",
            [time / 1000 for time in times["replay"]],
            REPLAY_AIM.get(players),
        ),
        Figure(
            "replay",
            f"{what}: times an empty read",
            [whole / empty for whole, empty in pairs],
        ),
    ]
