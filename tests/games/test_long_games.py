"""A long game is as quick as a short one: nothing of it is replayed to go on."""

import random
import time
from statistics import median

import pytest

from service.api.serializers import game_json
from tests.games.support import Process, allowed

SHORT, LONG = 10, 100
"""Versions."""


def game_at(process, version):
    """A game of four that has come so far and still goes on."""
    for luck in range(20):
        choices = random.Random(luck)  # noqa: S311 -- for moves, not for secrets
        made = process.create(board="crystal_2", players=4, seed=str(luck))
        game = made.game
        while game.version < version and not game.state.result:
            game = process.act(made, allowed(game.state, choices.choice)).game
        if not game.state.result:
            return made
    raise AssertionError("no game is so long")


def seconds(act):
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


@pytest.mark.server
def test_commands_and_reads_late_in_a_long_game_take_no_longer(server):
    process = Process(server.client())
    games = [game_at(process, SHORT), game_at(process, LONG)]
    reads: list[list[float]] = [[], []]
    commands: list[list[float]] = [[], []]
    for _ in range(20):
        for number, made in enumerate(games):
            game = process.now(made)
            reads[number] += [
                seconds(lambda made=made: game_json(process.now(made)))
                for _ in range(5)
            ]
            if not game.state.result:
                command = allowed(game.state)
                commands[number].append(
                    seconds(
                        lambda made=made, command=command: process.act(made, command)
                    )
                )

    assert median(reads[1]) < 2 * median(reads[0])
    assert median(commands[1]) < 2 * median(commands[0])
