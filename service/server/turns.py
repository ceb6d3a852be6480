"""Turns of greenlets: one that never waits would keep all others waiting."""

import gevent

HIGHEST_PRIORITY = 2


def let_others_run() -> None:
    """Return after all others that can run have run, and connections were looked at.

    `gevent.sleep(0)` is not enough: of those that call it, many run again before any
    connection is looked at.
    """
    gevent.idle(HIGHEST_PRIORITY)
