"""Draws that follow from the seed alone: fair, repeatable, and committed to."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from service.credentials.seeded_draws import SeededDraws, commitment
from service.rules import COLORS, FULL_BAG, Counts, CreateGame, decide

COMMITMENTS = {
    ("a1", "salt"): "7db7b6e1b682fcd22f1087c7d9078b3453107891334182905728e985f5e2d46a",
    ("Žofie", "00ff" * 8): (
        "91ce7b4d7a736fe8ad3f376930bfb5945c95770cb5e27f76a0efd955f6c9a8d8"
    ),
    ("", ""): "e7ac0786668e0ff0f02b62bd04f45ff636fd82db63b1104601c975dc005f3a67",
}
DEALS = {
    "a1": "rwky ybkb rwbr bybk ykwy",
    "Žofie": "ykyy rkkw rbkb kwwb bwrw",
}
STARTERS = [3, 1, 0, 1, 2, 2, 1, 3, 3, 2]
"""Who starts games of four with the seeds 0 to 9."""

SEEDS = [f"seed {number}" for number in range(4000)]


def randomness(seed="a1"):
    return SeededDraws(seed, "00ff" * 8, seeded=True)


def deal(randomness, players=2):
    created = CreateGame(("Ana", "Rui", "Eva", "Gil")[:players], "colored", 0)
    return decide(None, created, randomness).events[1].displays


def chi_square(observed, expected):
    assert sum(observed) == pytest.approx(sum(expected))
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


# What chance alone exceeds once in a thousand times, by degrees of freedom.
RARELY = {1: 10.83, 3: 16.27, 4: 18.47, 24: 51.18}


@pytest.mark.parametrize(
    "bag",
    [FULL_BAG, Counts(1, 2, 3, 4, 5), Counts(0, 7, 0, 0, 1), Counts(40, 1, 1, 1, 1)],
)
def test_each_color_is_drawn_as_often_as_it_lies_in_the_bag(bag):
    drawn = Counter(randomness(seed).draw(1, 0, bag) for seed in SEEDS)
    colors = [color for color in COLORS if bag.of(color)]

    assert set(drawn) == set(colors)
    odds = [len(SEEDS) * bag.of(color) / bag.total for color in colors]
    assert chi_square([drawn[c] for c in colors], odds) < RARELY[len(colors) - 1]


def test_draws_within_a_game_are_as_even_as_draws_across_games():
    one = randomness()
    drawn = Counter(
        one.draw(turn, index, FULL_BAG) for turn in range(1, 41) for index in range(100)
    )

    assert chi_square([drawn[color] for color in COLORS], [800] * 5) < RARELY[4]


@pytest.mark.parametrize(("later", "at"), [(1, 1), (2, 0)], ids=["index", "round"])
def test_a_draw_tells_nothing_of_the_next(later, at):
    pairs = Counter(
        (
            randomness(seed).draw(1, 0, FULL_BAG),
            randomness(seed).draw(later, at, FULL_BAG),
        )
        for seed in SEEDS
    )

    observed = [pairs[first, second] for first in COLORS for second in COLORS]
    assert chi_square(observed, [len(SEEDS) / 25] * 25) < RARELY[24]


def test_seeds_that_differ_little_deal_nothing_alike():
    deals = {deal(randomness(str(number))) for number in range(500)}

    assert len(deals) == 500


def test_each_player_starts_as_often_as_the_others():
    seats = Counter(randomness(seed).starting_seat(4) for seed in SEEDS)

    assert chi_square([seats[seat] for seat in range(4)], [1000] * 4) < RARELY[3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_starts_is_always_at_the_table(players):
    assert {randomness(seed).starting_seat(players) for seed in SEEDS[:200]} == {
        *range(players)
    }


def test_only_what_is_in_the_bag_is_drawn():
    for number in range(300):
        bag = Counts(*(number >> bit & 1 for bit in range(5)))
        if any(bag):
            assert bag.of(randomness().draw(1, number, bag)) == 1


def test_the_same_seed_deals_the_same_whatever_its_salt():
    assert deal(SeededDraws("a1", "salt", True)) == deal(
        SeededDraws("a1", "pepper", False)
    )


def test_a_draw_depends_on_nothing_but_seed_round_index_and_bag():
    asked = [(turn, index) for turn in (1, 2) for index in range(20)]
    forward = [randomness().draw(*each, FULL_BAG) for each in asked]
    backward = [randomness().draw(*each, FULL_BAG) for each in asked[::-1]]

    assert forward == backward[::-1]


def by_the_book(seed, round, index, bag):
    """The draw worked out as the published description says, in other words."""
    message = f"azul-draws-1:{round}:{index}"
    number = hmac.new(seed.encode(), message.encode(), sha256).hexdigest()
    laid_out = [color for color in COLORS for _ in range(bag.of(color))]
    return laid_out[int(number, 16) * len(laid_out) // 2**256]


def test_draws_are_those_of_the_published_description():
    for seed in ("a1", "", "Žofie", "x" * 64):
        for at in [(1, 0), (1, 19), (2, 3), (7, 35)]:
            for bag in (FULL_BAG, Counts(1, 2, 3, 4, 5)):
                assert randomness(seed).draw(*at, bag) == by_the_book(seed, *at, bag)


def test_these_very_games_are_dealt_for_ever():
    letters = dict(zip(COLORS, "byrkw", strict=True))
    for seed, spelled in DEALS.items():
        displays = deal(randomness(seed))
        assert " ".join("".join(map(letters.get, each)) for each in displays) == spelled
    assert [
        randomness(str(number)).starting_seat(4) for number in range(10)
    ] == STARTERS


def test_commitments_are_those_of_the_published_description():
    """sha256sum of the salt, a colon and the seed."""
    for (seed, salt), published in COMMITMENTS.items():
        assert commitment(seed, salt) == published
    assert SeededDraws("a1", "salt", True).seed_hash == commitment("a1", "salt")


def test_a_commitment_holds_to_one_seed_and_one_salt():
    variants = [
        ("a1", "salt"),
        ("a2", "salt"),
        ("a1", "Salt"),
        ("", "salt"),
        ("a1", ""),
    ]

    assert len({commitment(*each) for each in variants}) == len(variants)
