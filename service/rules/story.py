"""What a command brings about."""

from service.rules.events import Event
from service.rules.evolve import fold
from service.rules.state import State


class Story:
    """Events in the order they happen, and the state that they lead to.

    The state is worked out when it is asked for: most commands are decided without.
    """

    def __init__(self, state: State | None, *events: Event) -> None:
        self.events = [*events]
        self._state = state
        self._seen = 0

    def add(self, event: Event) -> None:
        self.events.append(event)

    @property
    def state(self) -> State:
        """The state after all events so far."""
        self._state = fold(self.events[self._seen :], self._state)
        self._seen = len(self.events)
        return self._state
