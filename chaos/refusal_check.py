"""Whether the reasons that refused commands were given are correct."""

from collections.abc import Iterable, Iterator

from chaos.races import Refusal
from service.credentials.seeded_draws import SeededDraws
from service.rules import Command, PlaceTile, Refused, State, TakeTiles, audit, decide
from service.store import RedisGameLog
from testkit.recorded_games import SeatCommand

ANY = SeededDraws("any", "any", seeded=True)
"""Refusals depend on no draw."""


def false_refusals(log: RedisGameLog, refusals: Iterable[Refusal]) -> Iterator[str]:
    """The refusals that no state of the game can have been the reason for.

    `version_mismatch` is correct once the game has moved on; every other code must be
    what the rules say to the command at one of the versions in question. `conflict`,
    which says that others were always faster, is never correct among so few clients.
    """
    histories: dict[str, tuple[State, ...]] = {}
    for refusal in refusals:
        game_id = refusal.game.id
        if game_id not in histories:
            entries = log.read(game_id)
            histories[game_id] = audit([entry.events for entry in entries]).states
        if not _is_correct(refusal, histories[game_id]):
            yield (
                f"game {game_id}, versions {refusal.first} to {refusal.last}: the "
                f"{refusal.raced.kind} was refused with {refusal.code}"
            )


def _is_correct(refusal: Refusal, states: tuple[State, ...]) -> bool:
    raced = refusal.raced
    if refusal.code == "version_mismatch":
        return raced.version is not None and refusal.last > raced.version
    command = _command(raced.command)
    last = raced.version or refusal.last
    in_question = states[refusal.first - 1 : last]
    return any(_reason(state, command) == refusal.code for state in in_question)


def _command(command: SeatCommand) -> Command:
    if command.path == "take-tiles":
        return TakeTiles(command.seat, **command.body)
    return PlaceTile(command.seat, **command.body)


def _reason(state: State, command: Command) -> str:
    try:
        decide(state, command, ANY)
    except Refused as refused:
        return refused.code
    return ""
