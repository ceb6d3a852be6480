"""Many commands at once: each is carried out once, none refused for their number."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import repeat

import pytest

from service.games.errors import Conflict, VersionMismatch
from service.rules import PlaceTile, Refused, TakeTiles, legal_moves, legal_placements
from service.store import RedisGameLog
from tests.games.support import Process, key, stored


def all_tiling(state):
    """Everybody has a line to place."""
    return len(legal_placements(state)) == len(state.players)


def choice_of(state, seat):
    (mine,) = [each for each in legal_placements(state) if each.seat == seat]
    return PlaceTile(seat, mine.line, mine.columns[0])


def at_once(calls):
    """What each call gives, or the exception that it raises."""
    start = threading.Barrier(len(calls), timeout=10)

    def run(call):
        start.wait()
        try:
            return call()
        except (Refused, VersionMismatch, Conflict) as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def everybody_places(shared, luck):
    """A game of four on the gray board, at a moment when all four must choose."""
    one = Process(shared)
    made = one.create(board="gray", players=4, seed=str(luck))
    return made, one.play(made, all_tiling, luck)


@pytest.mark.parametrize("behind", [False, True], ids=["up to date", "behind"])
@pytest.mark.parametrize("luck", range(4))
def test_parallel_placements_of_different_seats_all_succeed(shared, luck, behind):
    """No seat waits for another (R25), and no command must be tried again."""
    processes = [Process(shared) for _ in range(4)]
    made, game = everybody_places(shared, luck)
    for process in processes:
        process.cache.put(process.reader.at(made.game.id, 1))
        if not behind:
            process.now(made)
    commands = [choice_of(game.state, seat) for seat in range(4)]

    outcomes = at_once(
        [
            partial(each.act, made, command)
            for each, command in zip(processes, commands, strict=True)
        ]
    )

    versions = sorted(outcome.game.version for outcome in outcomes)
    assert versions == [game.version + number for number in range(1, 5)]
    assert len(stored(shared, made)) == game.version + 4


def test_parallel_placements_through_one_process_all_succeed(shared):
    one = Process(shared)
    made, game = everybody_places(shared, luck=9)
    commands = [choice_of(game.state, seat) for seat in range(4)]

    outcomes = at_once([partial(one.act, made, command) for command in commands])

    assert {outcome.game.version - game.version for outcome in outcomes} == {1, 2, 3, 4}


def test_20_repeats_of_one_command_at_once_are_one_move(shared):
    processes = [Process(shared) for _ in range(4)]
    made = processes[0].create()
    command = processes[0].next(made)

    outcomes = at_once(
        [partial(processes[n % 4].act, made, command, key(1)) for n in range(20)]
    )

    answers = {(outcome.game, outcome.events) for outcome in outcomes}
    assert len(answers) == 1
    assert sorted(outcome.replayed for outcome in outcomes) == [False] + [True] * 19
    assert len(stored(shared, made)) == 2


def test_of_20_different_moves_for_one_version_one_is_played(shared):
    """The commands that were answered are those that were carried out."""
    processes = [Process(shared) for _ in range(4)]
    made = processes[0].create(players=4)
    for version in range(1, 11):
        state = processes[0].now(made).state
        commands = [
            TakeTiles(state.current_seat, *move) for move in legal_moves(state)[:20]
        ]

        outcomes = at_once(
            [
                partial(processes[n % 4].act, made, command, version=version)
                for n, command in enumerate(commands)
            ]
        )

        played = [each for each in outcomes if not isinstance(each, Exception)]
        others = [type(each) for each in outcomes if isinstance(each, Exception)]
        assert [outcome.game.version for outcome in played] == [version + 1]
        assert others == [VersionMismatch] * (len(commands) - 1)
        assert len(stored(shared, made)) == version + 1


class OvertakenLog(RedisGameLog):
    """A log in which others are faster: something happens before each append."""

    def __init__(self, redis, happenings):
        super().__init__(redis)
        self.happenings = iter(happenings)

    def append(self, *entry):
        next(self.happenings)()
        return super().append(*entry)


def overtaken(process, redis, happenings):
    """Let these happen, one before each append of `process`."""
    process.games._writer._log = OvertakenLog(redis, happenings)


def nothing():
    """Happens before an append that is not disturbed."""


@pytest.mark.parametrize("behind", [False, True], ids=["up to date", "behind"])
def test_a_command_that_is_overtaken_by_every_other_seat_is_played(redis, behind):
    """Having looked at the game too long ago costs none of the tries."""
    one, faster = Process(redis), Process(redis)
    made, game = everybody_places(redis, luck=1)
    one.now(made)
    if behind:
        game = faster.act(made, choice_of(game.state, 1)).game
        assert all_tiling(game.state), "seat 1 has another line to place"
    commands = [choice_of(game.state, seat) for seat in range(4)]
    others = [partial(faster.act, made, command) for command in commands[1:]]
    overtaken(one, redis, [*([nothing] if behind else []), *others, nothing])

    outcome = one.act(made, commands[0])

    assert outcome.game.version == game.version + 4


def test_a_command_that_is_overtaken_by_all_lines_of_all_seats_is_played(redis):
    """However often others were faster: they have only so few lines."""
    one, faster = Process(redis), Process(redis)
    made, game = everybody_places(redis, luck=16)
    one.now(made)

    def another_seat_places():
        state = faster.now(made).state
        others = [each for each in legal_placements(state) if each.seat]
        if others:
            faster.act(made, choice_of(state, others[0].seat))

    overtaken(one, redis, repeat(another_seat_places))

    outcome = one.act(made, choice_of(game.state, 0))

    assert outcome.game.version == game.version + 7 + 1
    assert all(each.seat == 0 for each in legal_placements(outcome.game.state))


class Deaf(RedisGameLog):
    """A log that always has moved on already."""

    appends = 0

    def append(self, *entry):
        self.appends += 1


def test_a_command_that_is_always_overtaken_ends_in_a_conflict(one, redis):
    """Decided on what is known, and on a fresh look for each line of three seats."""
    made = one.create()
    log = one.games._writer._log = Deaf(redis)

    with pytest.raises(Conflict, match="was not applied"):
        one.step(made)

    assert log.appends == 1 + 3 * 5 + 1
    assert len(stored(redis, made)) == 1
