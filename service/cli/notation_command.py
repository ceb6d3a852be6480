"""`python -m service notation`: a log as a text, a text as a log (docs/notation.md).

What comes out goes to standard output; the exit code is 0, or 1 if the file holds no
possible game, or 2 if it cannot be read.
"""

import argparse
import os
import sys
from typing import Final

import msgspec

from service.api.serializers import event_documents
from service.cli.history_files import STDIN, read
from service.notation import SUFFIX, RecordedVersion, write
from service.rules import GameEnded
from service.verification.errors import NotAHistory
from service.verification.history import verify
from service.verification.history_parsing import from_file
from service.verification.notation_history import is_notation, parsed
from service.verification.transcript import Transcript

_LINES: Final = msgspec.json.Encoder()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to convert."""
    parser.add_argument(
        "path",
        metavar="FILE",
        help=f"a text ({SUFFIX}), which becomes a log in NDJSON, or a log, which "
        f"becomes a text; {STDIN} is standard input",
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert the file that was named."""
    try:
        converted = _converted(arguments.path)
    except OSError as error:
        sys.stderr.write(f"{arguments.path} cannot be read: {error.strerror}\n")
        return 2
    except NotAHistory as error:
        sys.stderr.write(f"{arguments.path}: {error}\n")
        return 1
    try:
        sys.stdout.buffer.write(converted)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads it has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _converted(name: str) -> bytes:
    body = read(name)
    return log_of(body) if is_notation(body, name) else text_of(body)


def text_of(log: bytes) -> bytes:
    """The text of a log. Raises `NotAHistory` if it is none, or not possible."""
    documents = from_file(log)
    if problem := verify(documents).problem:
        where = f"version {problem.version}, index {problem.index}"
        raise NotAHistory(f"{where}: {problem.detail}")
    transcript = Transcript(documents)
    events = map(tuple, transcript.versions)
    return write([*map(RecordedVersion, transcript.times, events)]).encode()


def log_of(text: bytes) -> bytes:
    """The log of a text. Raises `NotAHistory` if it is none, or not possible."""
    reading = parsed(text)
    if fault := reading.fault:
        line, column = fault.spot
        raise NotAHistory(f"Line {line}, column {column}: {fault.detail}")
    last = reading.versions[-1].events[-1]
    if isinstance(last, GameEnded) and not (reading.seed and reading.seed_salt):
        raise NotAHistory("A log names the seed of a finished game, this text not.")
    documents = [
        document
        for number, (at, events) in enumerate(reading.versions, start=1)
        for document in event_documents(number, at, events)
    ]
    return _LINES.encode_lines(documents)
