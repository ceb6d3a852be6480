"""Turns of greenlets: one that never waits would keep all others waiting."""

import gevent

HIGHEST_PRIORITY = 2


def current_turn() -> int:
    """How often the event loop has looked at all connections and timers."""
    turn: int = gevent.get_hub().loop.iteration
    return turn


def let_others_run(last: int = -1) -> int:
    """Return after all others that can run have run, and connections were looked at:
    at once, if that has happened since turn `last`. Returns the turn.

    `gevent.sleep(0)` is not enough: of those that call it, many run again before any
    connection is looked at.
    """
    if last in (-1, current_turn()):
        gevent.idle(HIGHEST_PRIORITY)
    return current_turn()
