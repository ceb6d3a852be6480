"""The command line: `python -m benchmarks [SUBJECT …] [--json FILE]`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import engine, http, memory, replay, states, streams
from benchmarks.figures import Figure, as_json, as_table
from benchmarks.timing import Effort

SUBJECTS: dict[str, Callable[[Effort], list[Figure]]] = {
    "engine": engine.measure,
    "replay": replay.measure,
    "state": states.measure,
    "memory": memory.measure,
    "http": http.measure,
    "streams": streams.measure,
}


def main(words: Sequence[str]) -> None:
    """Measure what `words` ask for, everything if they name nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS)
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write it there, too")
    parser.add_argument("--rounds", type=int, default=Effort().rounds)
    arguments = parser.parse_args(words)
    if unknown := set(arguments.subjects) - set(SUBJECTS):
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    effort = Effort(rounds=arguments.rounds)
    figures = []
    for subject in arguments.subjects or SUBJECTS:
        sys.stderr.write(f"measuring: {subject}\n")
        figures += SUBJECTS[subject](effort)
    sys.stdout.write(as_table(figures))
    if arguments.json:
        arguments.json.write_bytes(as_json(figures))


if __name__ == "__main__":
    main(sys.argv[1:])
