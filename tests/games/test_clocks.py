"""Clocks of several machines differ; a history runs forward all the same."""

from service.store import RedisGameLog
from testkit.fake_clock import FakeClock
from tests.games.support import NOON, Process, key

HOUR = 3_600_000


def times(process, made):
    page = process.reader.history(made.game.id, 0, None)
    return [entry.at for entry in page.entries]


def test_each_entry_has_the_time_of_its_process(redis):
    clock = FakeClock(NOON)
    one = Process(redis, clock=clock)
    made = one.create()
    clock.now += 5_000
    game = one.step(made).game

    assert times(one, made) == [NOON, NOON + 5_000]
    assert (game.created_at, game.updated_at) == (NOON, NOON + 5_000)


def test_a_clock_that_goes_backwards_stands_still_in_the_history(redis):
    clock = FakeClock(NOON)
    one = Process(redis, clock=clock)
    made = one.create()
    for now in (NOON + 10, NOON - HOUR, NOON + 9, NOON + 11, NOON):
        clock.now = now
        one.step(made)

    assert times(one, made) == [NOON, *[NOON + 10] * 3, *[NOON + 11] * 2]


def test_processes_an_hour_apart_append_in_turn(redis):
    """No id depends on the time, so neither is locked out."""
    early, late = (Process(redis, clock=FakeClock(NOON + d)) for d in (-HOUR, HOUR))
    made = early.create()
    for turn in range(10):
        (early, late)[turn % 2].step(made)

    assert times(early, made) == [NOON - HOUR] * 2 + [NOON + HOUR] * 9
    assert len(RedisGameLog(redis).read(made.game.id)) == 11


def test_a_repeat_has_the_time_of_the_first_answer(redis):
    clock = FakeClock(NOON)
    one = Process(redis, clock=clock)
    one.create(key(1))
    clock.now += HOUR

    again = one.create(key(1))

    assert again.game.created_at == again.game.updated_at == NOON


def test_a_past_version_was_last_changed_then(redis):
    clock = FakeClock(NOON)
    one = Process(redis, clock=clock)
    made = one.create()
    for _ in range(3):
        clock.now += HOUR
        one.step(made)

    seen = [one.reader.at(made.game.id, version) for version in (1, 2, 3, 4)]

    assert [game.updated_at for game in seen] == [NOON + n * HOUR for n in range(4)]
    assert {game.created_at for game in seen} == {NOON}
