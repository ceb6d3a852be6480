"""docs/fairness.md: its numbers are the service's, its program finds what it says."""

import hmac
import json
import re
import subprocess
import sys

import pytest

from service.credentials.seeded_draws import SeededDraws
from service.rules import BOARDS, CreateGame, decide
from tests.docs.pages import README, ROOT, blocks, text
from tests.verification.support import EVENTFUL, documents, lines

PAGE = ROOT / "docs" / "fairness.md"
(VECTORS,) = map(json.loads, blocks(PAGE, "json"))
(PROGRAM,) = blocks(PAGE, "python")
GAMES = [(board, seats, EVENTFUL) for board in BOARDS for seats in (2, 4)]
POURED = ("gray", 2, EVENTFUL)


@pytest.fixture(params=VECTORS, ids=lambda vector: vector["seed"])
def vector(request):
    return request.param


def chance_of(vector):
    return SeededDraws(vector["seed"], vector["seed_salt"], seeded=True)


def test_the_fingerprint_is_the_service_s(vector):
    assert chance_of(vector).seed_hash == vector["seed_hash"]


def test_the_first_round_is_the_service_s(vector):
    create = CreateGame(("A", "B"), "gray", 0)
    _, started = decide(None, create, chance_of(vector)).events

    assert [list(display) for display in started.displays] == vector["displays"]


def test_the_starting_seats_are_the_service_s(vector):
    names = {2: "two", 3: "three", 4: "four"}

    for players, name in names.items():
        seat = chance_of(vector).starting_seat(players)
        assert seat == vector[f"starting_seat_of_{name}"]


def test_the_random_number_is_the_one_of_the_first_draw(vector):
    digest = hmac.digest(vector["seed"].encode(), b"azul-draws-1:1:0", "sha256")

    assert digest.hex() == vector["random"]


def test_the_position_in_the_example_follows_from_the_first_random_number():
    position = int(VECTORS[0]["random"], 16) * 100 >> 256

    assert (
        f"position {position} of 100, which is a {VECTORS[0]['displays'][0][0]} tile"
        in (re.sub(r"\s+", " ", text(PAGE)))
    )


def check_draws(events):
    return subprocess.run(
        [sys.executable, "-W", "error", "-I", "-c", PROGRAM],
        input=lines(events),
        capture_output=True,
        check=False,
        timeout=30,
    )


@pytest.mark.parametrize("which", GAMES, ids=str)
def test_the_program_finds_true_draws_true(which):
    ended = check_draws(documents(*which))

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == b"All draws follow from the promised seed.\n"


def test_the_program_is_tried_with_a_lid_that_was_poured_into_the_bag():
    assert any(
        event["data"]["lid_poured"]
        for event in documents(*POURED)
        if event["type"] == "round_started"
    )


def test_the_program_finds_each_steered_round():
    events = documents(*POURED)
    starts = [n for n, event in enumerate(events) if event["type"] == "round_started"]

    for start in starts:
        forged = documents(*POURED)
        data = forged[start]["data"]
        data["displays"][0].reverse()
        if data["displays"][0] == events[start]["data"]["displays"][0]:
            continue
        ended = check_draws(forged)
        assert ended.returncode == 1
        words = f"of round {data['round']} was steered.\n"
        assert ended.stderr.decode().endswith(words)


@pytest.mark.parametrize("field", ["seed", "seed_salt"])
def test_the_program_finds_another_seed(field):
    events = documents(*POURED)
    events[-1]["data"][field] += "0"

    ended = check_draws(events)

    assert ended.returncode == 1
    assert ended.stderr == b"This is not the seed that was promised.\n"


def test_the_program_finds_a_salt_and_a_seed_that_were_cut_elsewhere():
    """The text that was hashed is the same, and yet it is another seed."""
    events = documents("colored", 2, "a:b")
    end = events[-1]["data"]
    end.update(seed="b", seed_salt=f"{end['seed_salt']}:a")

    assert check_draws(events).stderr == b"This is not the seed that was promised.\n"


def test_the_program_is_as_long_as_stated_and_needs_nothing_but_python():
    modules = re.search(r"(?m)^import (.*)$", PROGRAM)

    assert modules
    assert set(modules[1].split(", ")) <= sys.stdlib_module_names
    assert PROGRAM.count("import") == 1
    assert f"a program of {len(PROGRAM.splitlines())} lines" in text(README)


def test_the_example_line_of_verify_is_one_that_it_writes():
    ended = subprocess.run(
        [sys.executable, "-m", "service", "verify", "-"],
        cwd=ROOT,
        input=lines(documents(*POURED)),
        capture_output=True,
        check=True,
        timeout=30,
    )
    example = re.search(r"(?m)^    game\.ndjson: (.*)$", text(PAGE))

    def form(line):
        return re.sub(r"\d+", "N", re.sub(r"by \w+", "by X", line))

    assert example
    assert form(example[1]) == form(ended.stdout.decode().strip().partition(": ")[2])
