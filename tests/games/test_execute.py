"""Whoever acts, acts through `execute`; only people at a distance need a token."""

import pytest

from service.credentials.errors import TokenInvalid, WrongGame
from service.games.errors import GameNotFound, VersionMismatch
from service.rules import Refused, TakeTiles
from tests.games.support import allowed, finished, key


@pytest.fixture
def made(one):
    return one.create()


def test_a_part_of_the_service_plays_a_whole_game_without_any_token(one, made):
    game = made.game
    while not finished(game.state):
        game = one.games.execute(game.id, allowed(game.state)).game

    assert game.state.result
    assert one.now(made) == game


def test_a_token_is_worth_the_seat_that_it_was_given_for(one, made):
    seats = [one.games.authenticate(made.game.id, token) for token in made.tokens]

    assert seats == [0, 1]


def test_a_token_of_another_game_or_of_none_is_worth_no_seat(one, made):
    other = one.create()

    with pytest.raises(WrongGame):
        one.games.authenticate(made.game.id, other.tokens[0])
    with pytest.raises(TokenInvalid):
        one.games.authenticate(made.game.id, made.tokens[0][:-1])


def test_a_game_that_does_not_exist_is_named_before_the_token(one, made):
    with pytest.raises(GameNotFound):
        one.games.authenticate("x" * 22, "no token at all")
    with pytest.raises(GameNotFound):
        one.games.execute("x" * 22, TakeTiles(0, 0, "red", 0))


def test_the_command_names_the_seat_and_the_rules_judge_it(one, made):
    other_seat = allowed(made.game.state)._replace(seat=1)

    with pytest.raises(Refused, match="turn of Ana"):
        one.games.execute(made.game.id, other_seat)


def test_a_command_without_a_token_is_as_safe_to_repeat_as_any(one, made):
    command = allowed(made.game.state)

    first = one.games.execute(made.game.id, command, key=key(1), if_version=1)
    again = one.games.execute(made.game.id, command, key=key(1), if_version=1)

    assert (first.replayed, again.replayed) == (False, True)
    assert again.commit == first.commit
    with pytest.raises(VersionMismatch):
        one.games.execute(made.game.id, allowed(first.game.state), if_version=1)
