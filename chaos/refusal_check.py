"""Whether whoever lost a race was told the truth."""

from collections.abc import Iterable, Iterator

from chaos.races import Refusal
from service.credentials.seeded_draws import SeededDraws
from service.rules import Command, PlaceTile, Refused, State, TakeTiles, audit, decide
from service.store import RedisGameLog
from testkit.recorded_games import Wish

ANY = SeededDraws("any", "any", seeded=True)
"""Refusals hang on no draw."""


def lies(log: RedisGameLog, refusals: Iterable[Refusal]) -> Iterator[str]:
    """The refusals that no state of the game can have been the reason for.

    `version_mismatch` is true once the game has moved on; every other code must be
    what the rules say to the command at one of the versions in question. `conflict`,
    which says that others were always faster, is never due in so small a crowd.
    """
    histories: dict[str, tuple[State, ...]] = {}
    for refusal in refusals:
        game_id = refusal.story.id
        if game_id not in histories:
            entries = log.read(game_id)
            histories[game_id] = audit([entry.events for entry in entries]).states
        if not _is_true(refusal, histories[game_id]):
            yield (
                f"game {game_id}, versions {refusal.first} to {refusal.last}: the "
                f"{refusal.entrant.kind} was told {refusal.code}"
            )


def _is_true(refusal: Refusal, states: tuple[State, ...]) -> bool:
    entrant = refusal.entrant
    if refusal.code == "version_mismatch":
        return entrant.version is not None and refusal.last > entrant.version
    command = _command(entrant.wish)
    last = entrant.version or refusal.last
    in_question = states[refusal.first - 1 : last]
    return any(_reason(state, command) == refusal.code for state in in_question)


def _command(wish: Wish) -> Command:
    if wish.path == "take-tiles":
        return TakeTiles(wish.seat, **wish.body)
    return PlaceTile(wish.seat, **wish.body)


def _reason(state: State, command: Command) -> str:
    try:
        decide(state, command, ANY)
    except Refused as refused:
        return refused.code
    return ""
