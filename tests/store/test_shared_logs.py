"""Contract of every store: several processes have a log each, on the same data."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import START, CorruptLog, Position
from tests.store.support import GAME, OTHER, drafts, end_of, entries, fill


def test_what_one_process_appended_is_read_and_continued_by_another(open_log):
    one, another = open_log(), open_log()
    fill(one, 3)

    assert another.read(GAME) == entries(3)
    assert another.append(GAME, end_of(3), drafts(4)[3]) == entries(4)[3]
    assert one.tail(GAME, end_of(3)) == entries(4)[3:]
    assert list(one.game_ids()) == list(another.game_ids()) == [GAME]


def test_of_two_that_append_to_the_same_version_the_second_gets_none(open_log):
    one, another = open_log(), open_log()
    fill(one, 3)
    assert another.read(GAME) == entries(3)
    late = drafts(4)[3]._replace(key="late")

    assert one.append(GAME, end_of(3), drafts(4)[3])
    assert another.append(GAME, end_of(3), late) is None

    assert another.read(GAME) == one.read(GAME) == entries(4)


def test_of_4_racing_for_each_version_exactly_one_wins(open_log):
    """The next version begins when all have tried."""
    racers, versions = 4, 30
    won = []
    together = threading.Barrier(racers, timeout=10)

    def race(racer: int) -> None:
        log = open_log()
        for version in range(versions):
            known = log.read(GAME)
            end = Position(version, known[-1].digest) if known else START
            together.wait()
            if log.append(GAME, end, drafts(1)[0]._replace(key=str(racer))):
                won.append((version + 1, racer))
            together.wait()

    with ThreadPoolExecutor(racers) as pool:
        for each in [pool.submit(race, number) for number in range(racers)]:
            each.result()

    found = open_log().read(GAME)
    assert [(entry.version, int(entry.key)) for entry in found] == won
    assert [version for version, _ in won] == list(range(1, versions + 1))


def test_an_entry_that_was_changed_by_hand_is_never_read(open_log, damage):
    log = open_log()
    fill(log, 5)
    fill(log, 2, OTHER)

    damage(GAME, 4)

    for look in (lambda: log.read(GAME), lambda: log.tail(GAME, end_of(2))):
        with pytest.raises(CorruptLog) as caught:
            look()
        assert (caught.value.game_id, caught.value.version) == (GAME, 4)
    assert log.read(GAME, last=3) == entries(3)
    assert log.read(OTHER) == entries(2, OTHER)
