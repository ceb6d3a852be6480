"""Carrying a command out is to decide it and to know where that leads."""

import pytest

from service.rules import BOARDS, CreateGame, TakeTiles, carry_out, decide, fold
from tests.rules.games import at_random, dice, play
from tests.rules.support import NAMES, Dealer


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_its_story_has_the_decided_events_and_the_state_they_add_up_to(board, seats):
    state = None
    create = CreateGame(NAMES[:seats], board, 0)

    for version in play(create, at_random(dice(board)), Dealer()):
        story = carry_out(state, version.command, Dealer())

        assert tuple(story.events) == version.events
        assert story.state == fold(version.events, state)
        state = story.state


def test_its_state_can_be_asked_for_again():
    created = carry_out(None, CreateGame(("Ana", "Rui"), "colored", 0), Dealer())
    story = carry_out(created.state, TakeTiles(0, 0, "blue", 4), Dealer())

    assert story.state.current_seat == 1
    assert story.state == story.state
    assert len(story.events) == 1
    assert decide(created.state, TakeTiles(0, 0, "blue", 4), Dealer()) == (
        *story.events,
    )
