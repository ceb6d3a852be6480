"""What a command leads to: its events, and the state after them."""

from typing import NamedTuple

from service.rules.events import Event
from service.rules.evolve import evolve
from service.rules.state import State


class Decision(NamedTuple):
    """The events of an accepted command in order, at least one, and the state after
    the last of them.
    """

    events: tuple[Event, ...]
    state: State

    def then(self, event: Event) -> "Decision":
        """The same decision, followed by `event`."""
        return Decision((*self.events, event), evolve(self.state, event))


def begin(state: State | None, event: Event) -> Decision:
    """The decision that begins with `event` in `state`."""
    return Decision((event,), evolve(state, event))
