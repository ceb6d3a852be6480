"""`python -m service notation` and `verify`, for texts beside logs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.__main__ import main
from service.notation import write
from tests.notation.support import record
from tests.notation.test_document import BY_HAND, EXPORTED
from tests.notation.texts import BEGINNING, changed
from tests.verification.support import EVENTFUL, documents, forged, lines

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "service"]
LOG = lines(documents("gray", 2, EVENTFUL))


@pytest.fixture
def convert(tmp_path, capfdbinary):
    """Runs the command on a file with these bytes; gives the code and the output."""

    def run(body, name="game"):
        path = tmp_path / name
        path.write_bytes(body)
        code = main(["notation", str(path)])
        out, err = capfdbinary.readouterr()
        return code, out, err.decode().replace(str(path), "FILE")

    return run


@pytest.fixture
def verify(tmp_path, capfd):
    def run(text, name="game.azul"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        code = main(["verify", str(path)])
        return code, capfd.readouterr().out.replace(f"{path}: ", "")

    return run


def test_a_log_becomes_a_text_and_the_text_the_same_log(convert):
    code, text, err = convert(LOG, "game.ndjson")

    assert (code, err) == (0, "")
    assert text.startswith(b'[Azul "1"]\n')
    assert compact(convert(text, "game.azul")[1]) == compact(LOG)


def compact(log):
    return log.replace(b": ", b":").replace(b", ", b",")


@pytest.mark.parametrize("count", [1, 20])
def test_a_game_that_goes_on_is_converted_as_well(convert, count):
    text = write(record(until=count)).encode()

    _, log, _ = convert(text)

    assert convert(log)[1] == text


@pytest.mark.parametrize("beginning", ["", "\ufeff", "; a game\n", "{a} \n\n\t"])
def test_a_text_is_known_by_how_it_begins(convert, beginning):
    code, log, _ = convert((beginning + BEGINNING).encode())

    assert code == 0
    assert log.count(b"\n") == 6


def test_a_file_named_as_a_text_is_read_as_one(convert):
    code, _, err = convert(b"[]", "game.azul")

    assert code == 1
    assert err.startswith("FILE: Line 1, column 2: expected Azul")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "FILE: The history must have at least one event."),
        (b"[]", "FILE: The history must have at least one event."),
        (changed("0b>1", "0r>1").encode(), "FILE: Line 6, column 31: Round 1, move 1"),
        (
            changed("0b>1", "0x>1").encode(),
            "FILE: Line 6, column 31: '0x>1' is not a move",
        ),
        (BY_HAND.encode(), "FILE: The text must give Seed and Salt"),
        (EXPORTED.replace("seed 15", "x").encode(), "do not match SeedHash"),
    ],
)
def test_what_cannot_be_converted_is_named_and_nothing_comes_out(convert, body, words):
    code, out, err = convert(body)

    assert (code, out) == (1, b"")
    assert words in err


def test_a_log_that_is_not_possible_becomes_no_text(convert):
    def forge(events):
        events[-1]["data"]["winners"] = [0, 1]

    code, out, err = convert(lines(forged(forge, "gray", 2, EVENTFUL)))

    assert (code, out) == (1, b"")
    assert "game_ended: winners must be" in err


def test_a_file_that_is_not_there_is_named(capfd):
    assert main(["notation", "no such file"]) == 2
    assert capfd.readouterr().err.startswith("cannot read no such file: ")


def test_both_commands_read_standard_input():
    def pipe(command, body):
        words = [*COMMAND, command, "-"]
        ended = subprocess.run(
            words, cwd=ROOT, input=body, capture_output=True, check=False, timeout=30
        )
        return ended.returncode, ended.stdout

    code, log = pipe("notation", EXPORTED.encode())

    assert code == 0
    assert pipe("notation", log) == (0, EXPORTED.encode())
    assert pipe("verify", EXPORTED.encode()) == pipe("verify", log)


def test_output_may_be_closed_before_its_end(tmp_path):
    path = tmp_path / "game.azul"
    path.write_text(EXPORTED, "utf-8")
    reader, end = os.pipe()
    os.close(reader)
    with os.fdopen(end, "wb") as closed:
        words = [*COMMAND, "notation", str(path)]
        ended = subprocess.run(
            words,
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            timeout=30,
        )

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_text_is_verified_like_a_log(verify):
    code, words = verify(EXPORTED)

    assert code == 0
    assert words.startswith("valid, 58 versions, won by Ana with 72 points")
    assert words.endswith("draws verified\n")


def test_a_text_without_seed_is_valid_and_its_draws_are_unchecked(verify):
    code, words = verify(BY_HAND)

    assert code == 0
    assert words.endswith("draws not verifiable\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            changed("0b>1", "0r>1"),
            "invalid at version 2, index 0: color_not_in_source: ",
        ),
        (
            changed("*", "**"),
            "unreadable: Line 7, column 2: expected the end of the line,",
        ),
        ("no game", "unreadable: Line 1, column 1: "),
    ],
)
def test_a_wrong_text_is_named(verify, text, words):
    code, said = verify(text)

    assert code == 1
    assert said.startswith(words)


def test_texts_in_a_folder_are_found(tmp_path, capfd):
    (tmp_path / "one.azul").write_text(EXPORTED)
    (tmp_path / "two.ndjson").write_bytes(LOG)

    assert main(["verify", str(tmp_path)]) == 0
    assert capfd.readouterr().out.endswith("2 files, 0 wrong\n")
