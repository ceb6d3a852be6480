"""What the command line prints when something is wrong."""

import subprocess
import sys

import pytest

from service.__main__ import COMMANDS
from testkit.running_service import ROOT, SECRET


def run(*words, **environ):
    return subprocess.run(
        [sys.executable, "-m", "service", *words],
        cwd=ROOT,
        env={"PATH": "", **environ},
        capture_output=True,
        check=False,
        text=True,
        timeout=20,
    )


def test_wrong_settings_are_listed_without_a_traceback():
    ended = run("serve", PORT="none", WORKERS="0")

    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.splitlines() == [
        "wrong settings:",
        "  PORT: 'none' is not a whole number from 1 to 65535",
        "  WORKERS: '0' is not a whole number from 1 to 256",
    ]


def test_wrong_settings_do_not_show_the_secret():
    url = "http://:hunter2@store"
    ended = run("serve", REDIS_URL=url, SERVICE_SECRETS=f"{SECRET},hunter3")

    assert ended.returncode == 2
    assert "REDIS_URL" in ended.stderr
    assert "secret number 2 has 7 characters" in ended.stderr
    assert "hunter" not in ended.stderr
    assert SECRET not in ended.stderr


def test_a_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "data").touch()
    ended = run("serve", DATA_DIR=str(tmp_path / "data"))

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"cannot start: cannot use DATA_DIR {tmp_path}")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [(), ("sing",), ("serve", "--loudly")])
def test_what_is_no_command_is_refused(words):
    ended = run(*words)

    assert ended.returncode == 2
    assert "usage: python -m service" in ended.stderr


def test_help_lists_every_command():
    ended = run("--help")

    assert ended.returncode == 0
    assert all(f"    {name} " in ended.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_of_its_own(name):
    ended = run(name, "--help")

    assert ended.returncode == 0
    assert f"usage: python -m service {name}" in ended.stdout
