"""A decision holds the events of a command and the state that they add up to."""

import pytest

from service.rules import BOARDS, CreateGame, decide, fold
from tests.rules.games import at_random, dice, play
from tests.rules.support import NAMES, Dealer


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_its_state_is_what_its_events_add_up_to(board, seats):
    state = None
    create = CreateGame(NAMES[:seats], board, 0)

    for version in play(create, at_random(dice(board)), Dealer()):
        decision = decide(state, version.command, Dealer())

        assert decision.events == version.events
        assert decision.state == fold(version.events, state)
        state = decision.state
