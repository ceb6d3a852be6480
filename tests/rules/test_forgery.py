"""No history that was tampered with passes the audit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules import BOARDS, audit
from tests.rules.forgery import TAMPERINGS
from tests.rules.games import examples, random_game

TABLES = pytest.mark.parametrize(
    ("board", "seats"),
    [(board, 2 + number % 3) for number, board in enumerate(BOARDS)],
)


@TABLES
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda one: one.__name__)
@given(data=st.data())
@examples(8, shrink=False)
def test_a_history_that_was_tampered_with_is_found(board, seats, tamper, data):
    game = random_game(board, seats, data.draw(st.integers(0, 2**16)))
    history = [version.events for version in game]
    eventful = [at for at, events in enumerate(history) if len(events) > 1]
    at = data.draw(st.sampled_from(eventful) | st.integers(0, len(history) - 1))
    assert audit(history).violation is None

    for forged in tamper(history, at):
        problem = audit(forged).violation
        assert problem is not None, forged[at]
        assert problem.version > at
