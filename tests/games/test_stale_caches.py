"""What a process remembers is old at worst, never the reason of an answer."""

import pytest

from service.games import cache
from service.games.errors import (
    GameNotFound,
    KeyReused,
    VersionMismatch,
    VersionNotFound,
)
from service.rules import Refused, TakeTiles, legal_moves
from service.store import CorruptLog
from service.store.redis_log import log_key
from testkit.fake_clock import FakeClock
from tests.games.support import Process, allowed, finished, key, rewind, stored, tiling


@pytest.fixture
def clock(monkeypatch):
    clock = FakeClock()
    monkeypatch.setattr(cache, "time", clock)
    return clock


@pytest.fixture
def made(clock, one, two):
    """A game that both processes know at version 1, and the first at 4."""
    made = one.create()
    two.now(made)
    for _ in range(3):
        one.step(made)
    assert two.cache.get(made.game.id).version == 1
    return made


def test_a_process_that_is_behind_reads_what_is_new(one, two, made):
    assert two.now(made) == one.now(made)


def test_a_turn_that_has_come_meanwhile_is_played(one, two, made):
    """In the old position it was the turn of seat 0, now it is that of seat 1."""
    command = one.next(made)
    assert command.seat == 1

    assert two.act(made, command).game.version == 5


def test_a_source_that_was_filled_meanwhile_can_be_taken_from(one, two):
    made = one.create()
    two.now(made)
    game = one.play(made, lambda state: state.center)
    color = game.state.center[0]

    outcome = two.act(made, TakeTiles(game.state.current_seat, None, color, None))

    assert outcome.game.version == game.version + 1


def test_a_phase_that_came_meanwhile_takes_its_commands(one, two):
    made = one.create(board="gray")
    two.now(made)
    game = one.play(made, tiling)

    assert two.act(made, allowed(game.state)).game.version == game.version + 1


def test_a_command_after_an_end_that_came_meanwhile_is_refused(one, two, made):
    one.play(made, finished)

    with pytest.raises(Refused) as refused:
        two.act(made, TakeTiles(0, *legal_moves(made.game.state)[0]))

    assert refused.value.code == "game_finished"


def test_a_command_that_was_right_only_before_is_refused(one, two, made, redis):
    old = TakeTiles(0, *legal_moves(made.game.state)[0])

    with pytest.raises(Refused):
        two.act(made, old)

    assert len(stored(redis, made)) == 4


def test_the_current_version_can_be_asked_for(one, two, made):
    assert two.act(made, one.next(made), version=4).game.version == 5


def test_an_old_version_that_the_process_still_remembers_is_a_mismatch(two, made):
    command = TakeTiles(0, *legal_moves(made.game.state)[0])

    with pytest.raises(VersionMismatch, match="at version 4"):
        two.act(made, command, version=1)


def test_a_repeat_that_another_process_answered_is_known(one, two, made):
    command = one.next(made)
    first = one.act(made, command, key(1))

    again = two.act(made, command, key(1))

    assert (again.game, again.events) == (first.game, first.events)
    assert again.replayed


def test_a_key_that_another_process_bound_is_known(one, two, made):
    one.step(made, key(1))

    with pytest.raises(KeyReused):
        two.step(made, key(1))


def test_every_command_may_go_to_another_process(one, two, redis):
    made = one.create()
    processes = [one, two, Process(redis)]
    turn = 0
    state = made.game.state

    while not finished(state):
        state = processes[turn % 3].act(made, allowed(state)).game.state
        turn += 1

    assert len(stored(redis, made)) == turn + 1
    assert {process.now(made) for process in processes} == {Process(redis).now(made)}


def test_a_game_deleted_under_a_process_is_not_found(one, made, redis):
    command = one.next(made)
    redis.delete(log_key(made.game.id))

    with pytest.raises(GameNotFound):
        one.act(made, command)
    with pytest.raises(GameNotFound):
        one.now(made)
    assert one.cache.get(made.game.id) is None


@pytest.mark.parametrize("reuse", [False, True], ids=["repeat", "reuse"])
def test_a_key_bound_in_a_deleted_game_says_that_the_game_is_not_found(
    one, made, redis, reuse
):
    command = one.next(made)
    one.act(made, command, key(1))
    redis.delete(log_key(made.game.id))
    if reuse:
        command = command._replace(line=None)

    with pytest.raises(GameNotFound):
        one.act(made, command, key(1))


def test_a_rewound_log_is_shown_as_it_is_now(one, two, made, redis):
    two.now(made)
    rewind(redis, made, 2)

    for process in (one, two, Process(redis)):
        assert process.now(made).version == 2


def test_a_rewound_log_is_played_on_from_where_it_is_now(one, made, redis):
    rewind(redis, made, 2)
    command = Process(redis).next(made)

    assert one.act(made, command).game.version == 3
    assert len(stored(redis, made)) == 3


def test_an_answer_that_a_failover_lost_is_not_repeated_but_played_again(
    one, made, redis
):
    command = one.next(made)
    one.act(made, command, key(1))
    rewind(redis, made, 4)

    again = one.act(made, command, key(1))

    assert again.replayed is False
    assert len(stored(redis, made)) == 5
    assert Process(redis).now(made) == again.game


def test_an_answer_that_a_failover_replaced_is_not_given(one, two, made, redis):
    """The log says something else at that version now."""
    ours, theirs, *_ = (
        TakeTiles(1, *move) for move in legal_moves(one.now(made).state)
    )
    one.act(made, ours, key(1))
    rewind(redis, made, 4)
    two.act(made, theirs, key(2))

    with pytest.raises(Refused, match="turn of Ana"):
        one.act(made, ours, key(1))
    assert one.now(made) == two.now(made)


def test_a_key_that_a_failover_freed_can_be_used(one, made, redis):
    command = one.next(made)
    one.act(made, command, key(1))
    rewind(redis, made, 4)

    outcome = one.act(made, command._replace(line=None), key(1))

    assert outcome.replayed is False
    assert outcome.game.version == 5


def test_an_earlier_version_is_never_read_from_memory(one, made, redis):
    assert one.reader.at(made.game.id, 4).version == 4
    rewind(redis, made, 2)

    with pytest.raises(VersionNotFound, match="at version 2"):
        one.reader.at(made.game.id, 4)


def test_damage_to_an_old_entry_is_noticed_within_seconds(one, made, redis, clock):
    """What is cached is right, and is answered until then."""
    known = one.now(made)
    stream = stored(redis, made)
    stream[1][1][b"t"] = b"0"
    put_back(redis, made, stream)
    assert one.now(made) == known

    clock.now += cache.MAX_AGE + 1

    with pytest.raises(CorruptLog, match="version 2"):
        one.now(made)
    with pytest.raises(CorruptLog, match="version 2"):
        one.act(made, allowed(known.state))
    assert stored(redis, made) == stream


def test_a_game_that_is_played_all_the_time_is_looked_through_too(
    one, made, redis, clock
):
    stream = stored(redis, made)
    stream[1][1][b"t"] = b"0"
    put_back(redis, made, stream)
    state = one.cache.get(made.game.id).state
    for _ in range(3):
        clock.now += cache.MAX_AGE / 4
        state = one.act(made, allowed(state)).game.state

    clock.now += cache.MAX_AGE / 2

    with pytest.raises(CorruptLog, match="version 2"):
        one.act(made, allowed(state))


def put_back(redis, made, stream):
    """Replace a log by hand."""
    redis.delete(log_key(made.game.id))
    for entry_id, fields in stream:
        redis.xadd(log_key(made.game.id), fields, id=entry_id)
