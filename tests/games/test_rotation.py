"""Changing the server's secret while games go on: the new one first, then the old."""

import pytest

from service.credentials.errors import TokenInvalid
from service.games.errors import KeyReused
from service.store import CorruptLog
from tests.games.support import (
    NEWER,
    SECRET,
    Process,
    at_table_end,
    finished,
    key,
    stored,
)


@pytest.fixture
def made(one):
    """A game from before the rotation; its seed was drawn by the server."""
    return one.create(key(1), seed=None)


@pytest.fixture
def rotated(redis, made):
    """A process that knows the new secret and, still, the old one."""
    return Process(redis, NEWER, SECRET)


@pytest.fixture
def forgetful(redis, made):
    """A process that knows the new secret only."""
    return Process(redis, NEWER)


def test_a_repeated_creation_gives_the_same_game_and_tokens(one, made, rotated):
    one.step(made)

    again = rotated.create(key(1), seed=None)

    assert again.replayed
    assert again.game == made.game
    assert again.tokens == made.tokens


def test_a_reused_key_is_still_noticed(made, rotated):
    with pytest.raises(KeyReused):
        rotated.create(key(1), seed="another")


def test_the_old_tokens_still_act_to_the_very_end(made, rotated):
    end = rotated.play(made, finished)

    assert end.state.seed is not None


def test_a_repeated_command_is_still_known(one, made, rotated):
    command = one.next(made)
    first = one.act(made, command, key(2))

    again = rotated.act(made, command, key(2))

    assert again.replayed
    assert (again.game, again.events) == (first.game, first.events)
    with pytest.raises(KeyReused):
        rotated.act(made, command._replace(line=None), key(2))


def test_new_games_are_made_with_the_new_secret(rotated, forgetful):
    newer = rotated.create(key(3), seed=None)

    assert forgetful.create(key(3), seed=None).tokens == newer.tokens
    assert forgetful.play(newer, finished).state.result


def test_processes_before_and_after_the_change_agree_if_both_know_both(redis, made):
    """So a change takes two steps: all processes learn the new secret, then use it."""
    before, after = Process(redis, SECRET, NEWER), Process(redis, NEWER, SECRET)

    for number, (first, second) in enumerate([(before, after), (after, before)]):
        created = first.create(key(10 + number), seed=None)
        assert second.create(key(10 + number), seed=None).tokens == created.tokens
        command = first.next(created)
        done = first.act(created, command, key(2))
        assert second.act(created, command, key(2)).game == done.game


def test_secrets_in_any_order_let_the_same_tokens_act(redis, made):
    for secrets in ((SECRET, NEWER), (NEWER, SECRET), ("a third " * 5, NEWER, SECRET)):
        assert Process(redis, *secrets).step(made).replayed is False


def test_tokens_of_a_secret_that_is_gone_act_no_more(made, forgetful):
    with pytest.raises(TokenInvalid):
        forgetful.step(made)


def test_its_games_can_still_be_read(one, made, forgetful):
    game = one.play(made, lambda state: state.round == 2)

    assert forgetful.now(made) == game
    assert len(forgetful.reader.history(made.game.id, 0, None).entries) == game.version


def test_without_the_secret_a_game_goes_on_until_a_draw_is_needed(
    one, made, forgetful, redis
):
    """Then it is the log that cannot be read any more, and nothing is written."""
    encrypted_seed = (
        forgetful.create().game.encrypted_seed
    )  # makes tokens that this process accepts
    tokens = forgetful.keyring.seat_tokens(made.game.id, 2, encrypted_seed)
    state = forgetful.now(made).state
    while not at_table_end(state):
        command = forgetful.next(made)
        state = forgetful.act_with(
            made.game.id, tokens[command.seat], lambda _, c=command: c
        ).game.state
    before = stored(redis, made)
    command = forgetful.next(made)

    with pytest.raises(CorruptLog, match="no configured secret decrypts the seed"):
        forgetful.act_with(made.game.id, tokens[command.seat], lambda _: command)

    assert stored(redis, made) == before
    assert one.act(made, command).game.version == len(before) + 1


def test_a_creation_repeated_without_the_old_secret_is_another_game(made, forgetful):
    """That the key was used is not known any more; the old game stays safe."""
    again = forgetful.create(key(1), seed=None)

    assert again.replayed is False
    assert again.game.id != made.game.id
    assert not set(again.tokens) & set(made.tokens)
