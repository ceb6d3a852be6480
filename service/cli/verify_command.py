"""`python -m service verify`: verify recorded games, without service and store.

Writes a line to standard output for each file. The exit code is 0 if all are valid and
their draws match the seed where there is one, 1 if not, 2 if there is no file.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from service.cli.console import count_versions, describe_outcome
from service.cli.history_files import STDIN, read_history_file
from service.cli.progress import ProgressCounter
from service.notation import SUFFIX
from service.verification.errors import NotAHistory
from service.verification.history import History
from service.verification.notation_history import verify_file

SUFFIXES: Final = (".ndjson", ".jsonl", ".json", SUFFIX)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and how much to print."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="FILE|FOLDER",
        help="a history in NDJSON or JSON, a game in notation, or a folder of them "
        f"({', '.join(SUFFIXES)}); - is standard input",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print only what is wrong"
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify all files."""
    files = list(_files(arguments.paths))
    missing = [name for name in files if name != STDIN and not Path(name).exists()]
    if missing or not files:
        what = ", ".join(missing or arguments.paths)
        sys.stderr.write(f"no such file, or no history in the folder: {what}\n")
        return 2
    try:
        return _check_all(files, quiet=arguments.quiet)
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _files(names: Iterable[str]) -> Iterator[str]:
    """The named files, and all histories below the named folders."""
    for name in names:
        if name != STDIN and Path(name).is_dir():
            found = (path for path in Path(name).rglob("*") if path.suffix in SUFFIXES)
            yield from map(str, sorted(found))
        else:
            yield name


def _check_all(files: Sequence[str], *, quiet: bool) -> int:
    wrong = 0
    with ProgressCounter(len(files)) as counter:
        for name in files:
            is_valid, result = _check(name)
            wrong += not is_valid
            if not (quiet and is_valid):
                counter.print_line(f"{name}: {result}")
            counter.count()
        if len(files) > 1:
            counter.print_line(f"{len(files)} files, {wrong} wrong")
    sys.stdout.flush()
    return 1 if wrong else 0


def _check(name: str) -> tuple[bool, str]:
    """Whether a file is valid, and its result in words."""
    try:
        history = verify_file(read_history_file(name), name)
    except (NotAHistory, OSError) as error:
        return False, f"unreadable: {error}"
    return history.valid and history.draws != "mismatch", _describe(history)


def _describe(history: History) -> str:
    draws = f"draws {history.draws.replace('_', ' ')}"
    number = count_versions(len(history.states))
    problem = history.problem
    if problem:
        return (
            f"invalid at version {problem.version}, index {problem.index}: "
            f"{problem.code}: {problem.detail} ({number} before it, {draws})"
        )
    return f"valid, {number}, {describe_outcome(history.states[-1])}, {draws}"
