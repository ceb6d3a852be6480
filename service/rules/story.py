"""What a command has brought about so far, while it is being decided."""

from service.rules.events import Event
from service.rules.evolve import evolve
from service.rules.state import State


class Story:
    """Events in the order they happen, and the state they lead to."""

    def __init__(self, state: State, *events: Event) -> None:
        self.state = state
        self.events: list[Event] = []
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
