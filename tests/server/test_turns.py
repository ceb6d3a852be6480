"""A greenlet that never waits leaves others their turn."""

import gevent
from gevent import socket

from service.server.turns import current_turn, let_others_run


def test_many_that_never_wait_do_not_keep_one_that_waits_for_a_connection():
    """Whatever comes over a connection is noticed after each has had one turn."""
    ours, theirs = socket.socketpair()
    turns = []

    def busy():
        while not heard.ready():
            turns.append(1)
            let_others_run()

    heard = gevent.spawn(ours.recv, 1)
    gevent.sleep(0.01)
    greenlets = [gevent.spawn(busy) for _ in range(20)]
    theirs.sendall(b"x")
    with gevent.Timeout(10), ours, theirs:
        gevent.joinall([heard, *greenlets], raise_error=True)

    assert heard.value == b"x"
    assert len(turns) <= 60


def test_who_has_waited_meanwhile_need_not_do_so_again():
    before = current_turn()
    after = let_others_run(before)

    assert after > before
    assert let_others_run(before) == after
