"""`python -m service verify`: the same check, for files and folders of them."""

import json
import os
import pty
import subprocess
import sys

import pytest

from testkit.running_service import ROOT
from tests.verification.support import EVENTFUL, documents, find, forged, lines

GRAY = ("gray", 2, EVENTFUL)
EVENTS = documents(*GRAY)
TRUE = lines(EVENTS)
COMMAND = [sys.executable, "-m", "service", "verify"]


def verify(*words, stdin=b"", **options):
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=30,
        **options,
    )


def said(ended):
    assert ended.stderr == b""
    return ended.stdout.decode().splitlines()


def invented():
    number = find(EVENTS, "tile_placed", 5)

    def forge(events):
        events[number]["data"]["score"] += 1

    place = f"version {EVENTS[number]['version']}, index {EVENTS[number]['index']}"
    return lines(forged(forge, *GRAY)), place


def steered():
    """Draws of another game behind the seed of this one."""
    events = documents("colored", 2, "12")
    events[0]["data"]["seed_hash"] = EVENTS[0]["data"]["seed_hash"]
    for field in ("seed", "seed_salt"):
        events[-1]["data"][field] = EVENTS[-1]["data"][field]
    return lines(events)


@pytest.fixture
def folder(tmp_path):
    """Two true games, and other things that are no histories by their names."""
    (tmp_path / "more").mkdir()
    (tmp_path / "a.ndjson").write_bytes(TRUE)
    (tmp_path / "more" / "b.json").write_text(json.dumps(EVENTS[:2]), "utf-8")
    (tmp_path / "README").write_text("not a history", "utf-8")
    return tmp_path


def test_the_result_of_a_valid_game_is_printed(folder):
    ended = verify(folder / "a.ndjson")

    standings = EVENTS[-1]["data"]["standings"]
    (line,) = said(ended)
    assert line.startswith(f"{folder / 'a.ndjson'}: valid, ")
    assert f"{EVENTS[-1]['version']} versions" in line
    assert f"with {standings[0]['score']} points (row_completed)" in line
    assert line.endswith("draws verified")
    assert ended.returncode == 0


def test_a_game_in_progress_is_printed_as_such():
    ended = verify("-", stdin=lines(EVENTS[:2]))

    assert said(ended) == [
        "-: valid, 1 version, in progress in round 1, draws not verifiable"
    ]
    assert ended.returncode == 0


def test_the_first_problem_of_a_forged_game_is_printed():
    body, place = invented()

    ended = verify("-", stdin=body)

    (line,) = said(ended)
    assert line.startswith(f"-: invalid at {place}: event_differs: tile_placed: score")
    assert ended.returncode == 1


def test_steered_draws_are_wrong_though_every_event_is_possible():
    ended = verify("-", stdin=steered())

    (line,) = said(ended)
    assert ": valid, " in line
    assert line.endswith("draws mismatch")
    assert ended.returncode == 1


def test_a_file_that_is_no_history_is_an_error():
    ended = verify("-", stdin=b"hello\n")

    assert said(ended) == ["-: unreadable: Line 1 is not valid JSON at character 0."]
    assert ended.returncode == 1


def test_a_file_that_is_too_large_is_an_error():
    ended = verify("-", stdin=b" " * (8 * 1024 * 1024 + 1))

    (line,) = said(ended)
    assert "larger than 8 MB" in line
    assert ended.returncode == 1


def test_all_histories_in_a_folder_and_below_are_checked(folder):
    ended = verify(folder)

    names = [line.partition(": ")[0] for line in said(ended)]
    assert names == [
        str(folder / "a.ndjson"),
        str(folder / "more" / "b.json"),
        "2 files, 0 wrong",
    ]
    assert ended.returncode == 0


def test_one_wrong_file_makes_a_folder_wrong_and_quietly_only_it_is_named(folder):
    (folder / "forged.jsonl").write_bytes(invented()[0])

    ended = verify("--quiet", folder)

    first, last = said(ended)
    assert first.startswith(f"{folder / 'forged.jsonl'}: invalid")
    assert last == "3 files, 1 wrong"
    assert ended.returncode == 1


@pytest.mark.parametrize("words", [(), ("--loudly",)])
def test_a_wrong_call_prints_the_usage(words):
    ended = verify(*words)

    assert ended.returncode == 2
    assert b"usage: " in ended.stderr


def test_what_is_not_there_is_named_and_nothing_is_checked(folder):
    ended = verify(folder / "a.ndjson", folder / "nowhere.ndjson")

    assert ended.returncode == 2
    assert ended.stdout == b""
    assert b"nowhere.ndjson" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_a_folder_without_histories_is_nothing_to_check(tmp_path):
    ended = verify(tmp_path)

    assert ended.returncode == 2
    assert str(tmp_path).encode() in ended.stderr


def test_a_reader_who_has_seen_enough_is_no_error(folder):
    reading, writing = os.pipe()
    os.close(reading)

    with os.fdopen(writing, "wb") as closed:
        ended = subprocess.run(
            [*COMMAND, str(folder)],
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            timeout=30,
        )

    assert ended.stderr == b""
    assert ended.returncode == 1


def test_progress_is_shown_on_a_terminal(tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.ndjson").write_bytes(TRUE)
    terminal, end = pty.openpty()

    with subprocess.Popen(
        [*COMMAND, "--quiet", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=end,
    ) as process:
        os.close(end)
        out, _ = process.communicate(timeout=30)
    seen = os.read(terminal, 65536)
    os.close(terminal)

    assert b" of 60" in seen
    assert out == b"60 files, 0 wrong\n"
