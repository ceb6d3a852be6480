"""`python -m service verify`: check recorded games, with no service and no store.

A line on standard output for each file; the exit code is 0 if all of them are valid
and no draw was steered, 1 if not, 2 if there is nothing to check.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from service.cli.console import outcome, versions
from service.cli.history_files import STDIN, read
from service.cli.progress import Counter
from service.notation import SUFFIX
from service.verification.errors import NotAHistory
from service.verification.history import History
from service.verification.notation_history import verify_file

ENDINGS: Final = (".ndjson", ".jsonl", ".json", SUFFIX)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to check, and how much to say."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="FILE|FOLDER",
        help="a downloaded history (NDJSON, or its events as JSON), a game as a text, "
        f"or a folder with any number of them ({', '.join(ENDINGS)}); "
        "- is standard input",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="name only what is wrong"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check everything that was named."""
    files = list(_files(arguments.paths))
    missing = [name for name in files if name != STDIN and not Path(name).exists()]
    if missing or not files:
        what = ", ".join(missing or arguments.paths)
        sys.stderr.write(f"there is no history to verify: {what}\n")
        return 2
    try:
        return _check_all(files, quiet=arguments.quiet)
    except BrokenPipeError:  # whoever reads the lines has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _files(names: Iterable[str]) -> Iterator[str]:
    """The files that are named, and those below the folders that are."""
    for name in names:
        if name != STDIN and Path(name).is_dir():
            found = (path for path in Path(name).rglob("*") if path.suffix in ENDINGS)
            yield from map(str, sorted(found))
        else:
            yield name


def _check_all(files: Sequence[str], *, quiet: bool) -> int:
    wrong = 0
    with Counter(len(files)) as counter:
        for name in files:
            is_right, words = _check(name)
            wrong += not is_right
            if not (quiet and is_right):
                counter.say(f"{name}: {words}")
            counter.count()
        if len(files) > 1:
            counter.say(f"{len(files)} files, {wrong} wrong")
    sys.stdout.flush()
    return 1 if wrong else 0


def _check(name: str) -> tuple[bool, str]:
    """Whether nothing is wrong with a file, and what there is to say about it."""
    try:
        history = verify_file(read(name), name)
    except (NotAHistory, OSError) as error:
        return False, f"unreadable: {error}"
    return history.valid and history.draws != "mismatch", _in_words(history)


def _in_words(history: History) -> str:
    draws = f"draws {history.draws.replace('_', ' ')}"
    number = versions(len(history.states))
    problem = history.problem
    if problem:
        return (
            f"invalid at version {problem.version}, index {problem.index}: "
            f"{problem.code}: {problem.detail} ({number} before it, {draws})"
        )
    return f"valid, {number}, {outcome(history.states[-1])}, {draws}"
