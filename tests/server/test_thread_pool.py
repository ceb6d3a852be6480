"""Work of a second does not keep greenlets from going on."""

from threading import Event, get_ident

import gevent
import pytest

from service.server.slots import Slots
from service.server.thread_pool import HeavyWork


def test_greenlets_go_on_meanwhile_and_the_result_is_returned():
    began, may_end = Event(), Event()
    threads = []

    def work():
        threads.append(get_ident())
        began.set()
        assert may_end.wait(10)
        return b"done"

    waiting = gevent.spawn(HeavyWork().run, work)
    while not began.is_set():
        gevent.sleep(0.001)
    assert not waiting.ready()
    may_end.set()

    assert waiting.get(timeout=10) == b"done"
    assert threads != [get_ident()]


def test_one_piece_of_work_runs_at_a_time():
    heavy, running, most = HeavyWork(), [], []

    def work():
        running.append(1)
        most.append(len(running))
        Event().wait(0.01)
        running.pop()
        return b""

    gevent.joinall([gevent.spawn(heavy.run, work) for _ in range(5)], raise_error=True)

    assert most == [1] * 5


def test_whoever_waits_for_it_holds_no_slot():
    heavy, slots, may_end = HeavyWork(), Slots(1), Event()

    def request():
        with slots.taken():
            return heavy.run(lambda: b"%d" % may_end.wait(10))

    waiting = [gevent.spawn(request) for _ in range(3)]
    gevent.sleep(0.01)
    with gevent.Timeout(10), slots.taken():
        may_end.set()

    assert [each.get(timeout=10) for each in waiting] == [b"1"] * 3


def test_what_it_raises_is_raised_and_not_printed(capfd):
    def work():
        raise LookupError("not there")

    with pytest.raises(LookupError, match="not there"):
        HeavyWork().run(work)
    assert capfd.readouterr() == ("", "")
