"""Work of a second does not keep greenlets from going on."""

from threading import Event, get_ident

import gevent  # type: ignore[import-untyped]
import pytest

from service.server.heavy import run_heavy


def test_greenlets_go_on_meanwhile_and_the_result_is_given():
    began, may_end = Event(), Event()
    threads = []

    def work():
        threads.append(get_ident())
        began.set()
        assert may_end.wait(10)
        return b"done"

    waiting = gevent.spawn(run_heavy, work)
    while not began.is_set():
        gevent.sleep(0.001)
    assert not waiting.ready()
    may_end.set()

    assert waiting.get(timeout=10) == b"done"
    assert threads != [get_ident()]


def test_what_it_raises_is_raised():
    def work():
        raise LookupError("not there")

    with pytest.raises(LookupError, match="not there"):
        run_heavy(work)
