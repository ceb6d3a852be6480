"""Creating a game, once, however often it is asked for."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from service.credentials.keyring import TOKEN_VERSIONS
from service.games.errors import KeyReused
from service.games.service import CREATION_FORMS
from service.rules import Refused
from tests.games.support import Process, finished, key, order, stored


def answer(creation):
    """What a client is answered."""
    return creation.game, creation.game.state, creation.tokens


def test_a_new_game_is_at_version_1_and_has_a_token_for_each_seat(one):
    for players in (2, 3, 4):
        made = one.create(players=players)

        assert (made.game.version, made.replayed) == (1, False)
        assert len(set(made.tokens)) == players
        assert one.now(made) == made.game


def test_without_a_key_every_creation_makes_another_game(one):
    ids = {one.create().game.id for _ in range(50)}

    assert len(ids) == 50
    assert {len(game_id) for game_id in ids} == {22}


def test_with_its_key_a_creation_is_the_same_game_with_the_same_tokens(one):
    first = one.create(key(1))

    again = one.create(key(1))

    assert answer(again) == answer(first)
    assert (first.replayed, again.replayed) == (False, True)


def test_another_process_gives_the_same_answer(one, two):
    first = one.create(key(1), seed=None, starting_seat=None)

    again = two.create(key(1), seed=None, starting_seat=None)

    assert answer(again) == answer(first)
    assert again.replayed


def test_a_late_repeat_shows_the_game_as_it_was_at_first(one, redis):
    first = one.create(key(1))
    one.play(first, lambda state: state.round == 2)
    length = len(stored(redis, first))

    for process in (one, Process(redis)):
        again = process.create(key(1))

        assert answer(again) == answer(first)
        assert again.game.version == 1
    assert len(stored(redis, first)) == length


def test_a_repeat_after_the_end_shows_the_beginning_without_the_seed(one, two):
    first = one.create(key(1), seed=None)
    one.play(first, finished)

    again = two.create(key(1), seed=None)

    assert answer(again) == answer(first)
    assert again.game.state.seed is None


def test_a_key_is_the_same_in_capitals(one, two):
    small = "0a1b2c3d-1111-4222-8333-abcdefabcdef"
    first = one.create(small)

    again = two.create(small.upper())

    assert answer(again) == answer(first)


def test_other_keys_make_other_games(one):
    assert len({one.create(key(number)).game.id for number in range(20)}) == 20


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"board": "gray"},
        {"starting_seat": 1},
        {"starting_seat": None},
        {"seed": "another seed"},
        {"seed": None},
    ],
    ids=str,
)
def test_a_key_with_another_request_is_refused(one, two, redis, options):
    first = one.create(key(1))

    for process in (one, two):
        with pytest.raises(KeyReused, match="another request"):
            process.create(key(1), **options)

    assert redis.dbsize() == 1
    assert len(stored(redis, first)) == 1


def test_names_are_part_of_the_request(one):
    one.games.create(replace(order(), names=("Ana", "Rui")), key(1))

    with pytest.raises(KeyReused):
        one.games.create(replace(order(), names=("Rui", "Ana")), key(1))


def test_a_refused_creation_binds_no_key_and_stores_nothing(one, redis):
    with pytest.raises(Refused):
        one.create(key(1), board="purple")
    assert redis.dbsize() == 0

    assert one.create(key(1)).replayed is False


def test_20_repeats_at_once_make_one_game(shared):
    processes = [Process(shared) for _ in range(4)]

    with ThreadPoolExecutor(20) as pool:
        made = list(
            pool.map(
                lambda number: processes[number % 4].create(key(7), seed=None),
                range(20),
            )
        )

    assert len({creation.game for creation in made}) == 1
    assert len({tuple(creation.tokens) for creation in made}) == 1
    assert sorted(creation.replayed for creation in made) == [False] + [True] * 19
    assert list(processes[0].log.game_ids()) == [made[0].game.id]
    assert len(stored(shared, made[0])) == 1


def test_of_20_different_requests_with_one_key_at_once_one_is_carried_out(shared):
    processes = [Process(shared) for _ in range(4)]

    def create(number):
        try:
            return processes[number % 4].create(key(7), seed=f"seed {number}")
        except KeyReused:
            return None

    with ThreadPoolExecutor(20) as pool:
        made = [creation for creation in pool.map(create, range(20)) if creation]

    assert [creation.replayed for creation in made] == [False]
    assert len(stored(shared, made[0])) == 1


def test_500_games_created_at_once_all_begin_differently(shared):
    processes = [Process(shared) for _ in range(4)]

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda n: processes[n % 4].create(seed=None), range(500)))

    assert len({creation.game.state.displays for creation in made}) == 500
    assert len({creation.game.state.seed_hash for creation in made}) == 500


def test_a_given_seed_with_the_same_moves_is_the_same_game_anywhere(one, redis):
    elsewhere = Process(redis, "the secret of another server, quite another")

    ends = [
        process.play(process.create(players=3, starting_seat=None), finished, luck=5)
        for process in (one, elsewhere)
    ]

    first, second = (end.state._replace(seed_hash="", seed_salt=None) for end in ends)
    assert first == second
    assert first.seeded is True


def test_the_same_seed_is_committed_to_differently_each_time(one):
    hashes = {one.create(seed="a").game.state.seed_hash for _ in range(20)}

    assert len(hashes) == 20


def test_the_random_starting_seat_is_any_of_the_seats(one):
    seats = [
        one.create(players=4, starting_seat=None, seed=None).game.state.starting_seat
        for _ in range(100)
    ]

    assert set(seats) == {0, 1, 2, 3}


def test_a_given_seed_is_recorded_as_given(one):
    assert one.create(seed="0").game.state.seeded is True
    assert one.create(seed="").game.state.seeded is True
    assert one.create(seed=None).game.state.seeded is False


def test_an_empty_seed_is_a_seed(one):
    first, second = (one.create(seed="").game.state for _ in range(2))

    assert first.displays == second.displays


def test_every_form_of_tokens_has_a_form_of_its_creations():
    assert list(CREATION_FORMS) == list(TOKEN_VERSIONS)
