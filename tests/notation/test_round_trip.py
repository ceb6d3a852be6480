"""What is written is read again, exactly: every event, every millisecond."""

import pytest
from hypothesis import given

from service.notation import RecordedVersion, read, write
from service.rules import BOARDS, GameEnded, LineDropped, TilePlaced, TilesTaken
from tests.notation.support import ODD_NAMES, SALT, games, names, record, sensible
from tests.notation.texts import parse
from tests.rules.games import examples
from tests.rules.support import NAMES


@examples(60)
@given(games())
def test_every_game_comes_back_exactly_as_it_was(versions):
    assert parse(write(versions)) == versions


@examples(30)
@given(games())
def test_a_written_text_is_written_again_letter_by_letter(versions):
    text = write(versions)

    assert write(parse(text)) == text


@examples(100)
@given(names)
def test_every_name_comes_back_exactly_as_it_was(name):
    versions = record(names=(name, "Rui"), until=1)

    assert parse(write(versions)) == versions


@pytest.mark.parametrize("name", [name for name in ODD_NAMES if name.strip()])
def test_an_odd_name_stands_on_one_line_and_does_not_turn_the_text_around(name):
    lines = write(record(names=(name, "Rui"), until=1)).splitlines()

    assert len(lines) == len(write(record(until=1)).splitlines())
    assert "\u202e" not in "".join(lines)


@pytest.mark.parametrize(
    "sign", "\u061c\u200e\u200f\u202a\u202e\u2066\u2067\u2068\u2069\ufeff"
)
def test_an_invisible_sign_is_written_by_its_number(sign):
    versions = record(names=(f"A{sign}a", "Rui"), until=1)

    assert f'[Player0 "A\\u{{{ord(sign):x}}}a"]' in write(versions)
    assert parse(write(versions)) == versions


def test_the_games_of_these_tests_have_all_that_can_happen():
    """Else the properties above would prove less than they say."""
    seen = [
        event
        for seed in range(4)
        for board in BOARDS
        for version in record(seed, board)
        for event in version.events
    ]

    assert any(isinstance(event, GameEnded) for event in seen)
    assert any(isinstance(event, LineDropped) for event in seen)
    assert any(isinstance(event, TilePlaced) and not event.forced for event in seen)
    assert any(
        isinstance(event, TilesTaken)
        and event.line is not None
        and event.placed < event.taken
        for event in seen
    )


@pytest.mark.parametrize("board", BOARDS)
def test_every_beginning_of_a_game_is_a_text_of_its_own(board):
    versions = record(7, board)

    for number in range(1, len(versions) + 1, 5):
        assert parse(write(versions[:number])) == versions[:number]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_two_takes_less_than_3_kb(board, seed):
    versions = record(seed, board, choose=sensible)

    assert isinstance(versions[-1].events[-1], GameEnded)
    assert len(write(versions).encode()) < 3_000


def test_nothing_that_follows_from_the_rules_is_written():
    versions = record(3, "gray", NAMES)
    text = write(versions).split("\nend ")[0]

    assert not any(word in text for word in ("score", "points", "penalty", "bag"))
    assert len(text.splitlines()) < 40


def test_a_game_without_times_and_seed_has_no_word_of_them():
    first, *later = record(pauses=lambda rng: 0, created=0)
    created = first.events[0]._replace(seed_hash="0" * 64)
    ended = later[-1].events[-1]._replace(seed="", seed_salt="")
    versions = (
        RecordedVersion(0, (created, *first.events[1:])),
        *later[:-1],
        RecordedVersion(0, (*later[-1].events[:-1], ended)),
    )

    text = write(versions)

    assert parse(text) == versions
    assert not any(word in text for word in ("Created", "Hash", "Seed ", "Salt"))
    assert all(line.count("|") <= 1 for line in text.splitlines())


def test_time_that_runs_backward_is_not_written():
    first, second, *_ = record(until=2)

    with pytest.raises(ValueError, match="order of time"):
        write([first, second._replace(at=first.at - 1)])


@pytest.mark.parametrize("from_version", [1, 2])
def test_half_a_game_is_not_written(from_version):
    versions = record(until=4)[from_version:]

    with pytest.raises(ValueError, match="begins with its creation"):
        write(versions)


def test_a_version_that_no_player_caused_is_not_written():
    first, second, *_ = record(until=2)

    with pytest.raises(ValueError, match="No version begins with RoundStarted"):
        write([first, second._replace(events=first.events[1:])])


def test_a_whole_game_has_no_fault():
    versions = record()

    assert read(write(versions)) == (versions, None, "seed 1", SALT)
