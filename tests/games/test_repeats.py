"""A command that is sent again, because its answer was lost or came too late."""

import pytest

from service.credentials.errors import TokenInvalid
from service.games.errors import KeyReused
from service.rules import PlaceTile, Refused, TakeTiles, legal_moves
from tests.games.support import Process, finished, key, stored


@pytest.fixture
def made(one):
    return one.create()


def answer(outcome):
    """What a client is answered."""
    return outcome.game, outcome.game.state, outcome.events


def test_a_repeat_gives_the_first_answer_and_appends_nothing(one, made, redis):
    command = one.next(made)
    first = one.act(made, command, key(1))

    again = one.act(made, command, key(1))

    assert answer(again) == answer(first)
    assert (first.replayed, again.replayed) == (False, True)
    assert len(stored(redis, made)) == 2


@pytest.mark.parametrize("far", ["a move later", "a round later", "after the end"])
def test_whatever_happened_since_the_answer_is_the_same(one, made, redis, far):
    command = one.next(made)
    first = one.act(made, command, key(1))
    one.step(made)
    if far == "a round later":
        one.play(made, lambda state: state.round == 2)
    if far == "after the end":
        one.play(made, finished)
    length = len(stored(redis, made))

    for process in (one, Process(redis)):
        again = process.act(made, command, key(1))
        assert answer(again) == answer(first)
        assert again.replayed

    assert len(stored(redis, made)) == length


def test_every_command_of_a_game_can_be_repeated_at_its_end(one, made, redis):
    story = []
    while not one.now(made).state.result:
        command = one.next(made)
        story.append((command, one.act(made, command, key(len(story)))))
    later = Process(redis)

    for number, (command, first) in enumerate(story):
        assert first.game.version == number + 2
        assert answer(later.act(made, command, key(number))) == answer(first)


def test_the_version_asked_for_plays_no_part_in_a_repeat(one, made):
    command = one.next(made)
    first = one.act(made, command, key(1), version=1)
    one.step(made)

    for version in (None, 1, 3, 99):
        again = one.act(made, command, key(1), version=version)
        assert answer(again) == answer(first)


def test_a_key_is_the_same_in_capitals(one, made):
    small = "0a1b2c3d-1111-4222-8333-abcdefabcdef"
    command = one.next(made)
    one.act(made, command, small)

    assert one.act(made, command, small.upper()).replayed


def test_without_a_key_the_same_command_is_another_one(one, made):
    """Two takes that look alike are two takes."""
    command = one.next(made)
    one.act(made, command)

    with pytest.raises(Refused, match="turn of Rui"):
        one.act(made, command)


def test_a_key_with_another_command_is_refused_and_says_which_version_has_it(
    one, two, made, redis
):
    first, second, *_ = legal_moves(made.game.state)
    one.act(made, TakeTiles(0, *first), key(1))
    others = [
        TakeTiles(0, *second),
        TakeTiles(0, *first, dropped=1),
        TakeTiles(1, *first),
        PlaceTile(0, 0, 0),
    ]

    for process in (one, two):
        for other in others:
            with pytest.raises(KeyReused, match="led to version 2"):
                process.act(made, other, key(1))

    assert len(stored(redis, made)) == 2


def test_the_creations_key_is_bound_in_its_game_too(one):
    made = one.create(key(1))

    with pytest.raises(KeyReused, match="led to version 1"):
        one.step(made, key(1))


def test_the_same_key_serves_in_another_game(one, made):
    other = one.create()
    one.step(made, key(1))

    assert one.step(other, key(1)).replayed is False


def test_a_repeat_needs_its_seats_token_still(one, made):
    command = one.next(made)
    one.act(made, command, key(1))

    with pytest.raises(TokenInvalid):
        one.act_with(made.game.id, "stolen", lambda _: command, key(1))


def test_another_seat_cannot_repeat_it(one, made):
    command = one.next(made)
    one.act(made, command, key(1))

    with pytest.raises(KeyReused):
        one.act_with(
            made.game.id,
            made.tokens[1],
            lambda seat: command._replace(seat=seat),
            key(1),
        )
