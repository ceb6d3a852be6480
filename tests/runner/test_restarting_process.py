"""A child that ends unexpectedly is started again, at once at first, then later."""

import pytest

from service.runner import restarting_process
from service.runner.restarting_process import (
    RESTART_DELAYS,
    RestartingProcess,
    describe_exit,
)
from testkit.fake_clock import FakeClock


class Child:
    """Stands for a process that runs until `ended` is set."""

    def __init__(self):
        self.ended = False
        self.returncode = -9

    def poll(self):
        return self.returncode if self.ended else None


@pytest.fixture
def clock(monkeypatch):
    clock = FakeClock()
    monkeypatch.setattr(restarting_process, "time", clock)
    return clock


@pytest.fixture
def started():
    return []


@pytest.fixture
def child(started, clock):
    def start():
        started.append(Child())
        return started[-1]

    return RestartingProcess("the child", start)


def test_a_child_that_runs_is_left_alone(child, started):
    assert child.poll() == 1.0
    assert len(started) == 1
    assert not child.ended


def test_a_child_that_ends_is_started_again_at_once_and_loudly(child, started, caplog):
    started[-1].ended = True
    child.poll()

    assert len(started) == 2
    assert child.process is started[-1]
    assert "the child exited unexpectedly (SIGKILL); restarting it now" in (caplog.text)


def pause_after_its_end(child, started, clock):
    """End the child; in how many seconds is the next one there?"""
    before, count = clock.now, len(started)
    started[-1].ended = True
    left = child.poll()
    if len(started) == count:
        clock.now += left + 0.001
        child.poll()
    assert len(started) == count + 1
    return pytest.approx(clock.now - before, abs=0.01)


def test_a_child_that_keeps_ending_is_started_more_and_more_slowly(
    child, started, clock
):
    pauses = [
        pause_after_its_end(child, started, clock) for _ in (*RESTART_DELAYS, 1, 2)
    ]

    assert pauses == [*RESTART_DELAYS, RESTART_DELAYS[-1], RESTART_DELAYS[-1]]


def test_the_pause_is_not_cut_short(child, started, clock):
    pause_after_its_end(child, started, clock)
    started[-1].ended = True

    assert child.poll() == pytest.approx(RESTART_DELAYS[1])
    clock.now += RESTART_DELAYS[1] / 2
    assert child.poll() == pytest.approx(RESTART_DELAYS[1] / 2)
    assert len(started) == 2


def test_a_child_that_was_healthy_for_long_is_started_at_once_again(
    child, started, clock
):
    for _ in range(4):
        pause_after_its_end(child, started, clock)
    clock.now += restarting_process.HEALTHY_SECONDS + 1

    assert pause_after_its_end(child, started, clock) == 0


@pytest.mark.parametrize(
    ("code", "words"), [(3, "exit code 3"), (-15, "SIGTERM"), (-99, "signal 99")]
)
def test_the_log_says_how_a_child_ended(code, words):
    assert describe_exit(code) == words
