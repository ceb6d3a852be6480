"""How many requests are carried out at a time, first come, first served.

With a greenlet for each of a thousand requests all would be carried out at once, and
each would end when the last one does. What only waits, for its client, for a game to
move on or for a thread of the pool, holds no slot.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gevent.local import local
from gevent.lock import BoundedSemaphore


class Slots:
    """`number` slots, given to greenlets in the order in which they ask."""

    def __init__(self, number: int) -> None:
        self._free = BoundedSemaphore(number)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold a slot while the block lasts; `released` gives it up in between."""
        self._free.acquire()
        _held.slots = self
        try:
            yield
        finally:
            _held.slots = None
            self._free.release()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Hold a slot while the block lasts, whatever it waits for."""
        with self._free:
            yield

    def give_up(self) -> None:
        self._free.release()

    def take_again(self) -> None:
        self._free.acquire()


class _Held(local):  # type: ignore[misc]
    """The slots of which this greenlet holds one that may be given up."""

    slots: Slots | None = None


_held = _Held()


@contextmanager
def released() -> Iterator[None]:
    """Let another request have this greenlet's slot, if it holds one, while the block
    lasts.
    """
    slots = _held.slots
    if slots is None:
        yield
        return
    _held.slots = None
    slots.give_up()
    try:
        yield
    finally:
        slots.take_again()
        _held.slots = slots
