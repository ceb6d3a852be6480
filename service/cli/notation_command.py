"""`python -m service notation`: convert a history to notation, or back.

The result is written to standard output. The exit code is 0, 1 if the file does not
contain a valid game, 2 if it cannot be read. See docs/notation.md.
"""

import argparse
import os
import sys
from typing import Final

import msgspec

from service.api.serializers import event_documents
from service.cli.history_files import STDIN, read_history_file
from service.notation import SUFFIX, RecordedVersion, write
from service.rules import GameEnded
from service.verification.errors import NotAHistory
from service.verification.history import verify
from service.verification.history_parsing import from_file
from service.verification.notation_history import is_notation, parse_notation
from service.verification.transcript import Transcript

_JSON: Final = msgspec.json.Encoder()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to convert."""
    parser.add_argument(
        "path",
        metavar="FILE",
        help=f"a game in notation ({SUFFIX}), to convert to NDJSON, or a history in "
        f"NDJSON or JSON, to convert to notation; {STDIN} is standard input",
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert the file that was named."""
    try:
        converted = _converted(arguments.path)
    except OSError as error:
        sys.stderr.write(f"cannot read {arguments.path}: {error.strerror}\n")
        return 2
    except NotAHistory as error:
        sys.stderr.write(f"{arguments.path}: {error}\n")
        return 1
    try:
        sys.stdout.buffer.write(converted)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _converted(name: str) -> bytes:
    body = read_history_file(name)
    return to_ndjson(body) if is_notation(body, name) else to_notation(body)


def to_notation(history: bytes) -> bytes:
    """A history in notation. Raises `NotAHistory` if it is not valid."""
    documents = from_file(history)
    if problem := verify(documents).problem:
        where = f"version {problem.version}, index {problem.index}"
        raise NotAHistory(f"{where}: {problem.detail}")
    transcript = Transcript(documents)
    events = map(tuple, transcript.versions)
    return write([*map(RecordedVersion, transcript.times, events)]).encode()


def to_ndjson(text: bytes) -> bytes:
    """A game in notation as NDJSON. Raises `NotAHistory` if it is not valid."""
    reading = parse_notation(text)
    if fault := reading.fault:
        line, column = fault.location
        raise NotAHistory(f"Line {line}, column {column}: {fault.detail}")
    last = reading.versions[-1].events[-1]
    if isinstance(last, GameEnded) and not (reading.seed and reading.seed_salt):
        raise NotAHistory(
            "The text must give Seed and Salt: the history of a finished game has both."
        )
    documents = [
        document
        for number, (at, events) in enumerate(reading.versions, start=1)
        for document in event_documents(number, at, events)
    ]
    return _JSON.encode_lines(documents)
