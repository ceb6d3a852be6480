"""The command line: `python -m mutation`, in the project's root."""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mutation.import_time import Mutant, mutants, try_all
from mutation.score import ENOUGH, Verdict, as_list, as_table, share

PROCESSES: Final = 2
MUTMUT: Final = str(Path(sys.executable).with_name("mutmut"))


def main() -> int:
    """Make mutants, test them, print the verdicts; 1 if too many survived."""
    tools = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]
    verdicts = [*by_mutmut(), *left_out_by_mutmut(tools["mutmut"])]
    sys.stdout.write(f"\n{as_list(verdicts)}\n{as_table(verdicts)}")
    return int(share(verdicts) < ENOUGH)


def by_mutmut() -> Iterator[Verdict]:
    """The mutants that mutmut makes and tests."""
    run = [MUTMUT, "run", "--max-children", str(PROCESSES)]
    subprocess.run(run, check=True)  # noqa: S603 -- the tool beside this Python
    for line in _output("results", "--all", "true").splitlines():
        name, status = line.strip().rsplit(": ", 1)
        verdict = Verdict(name.partition(".x")[0], status, name)
        yield verdict if verdict.is_killed else verdict._replace(change=_change(name))


def _change(name: str) -> str:
    """The lines that one of mutmut's mutants changed, before and after."""
    diff = [*_output("show", name).splitlines()]
    signed = [line for line in diff if line.startswith(("-", "+"))]
    return "\n".join(line for line in signed if line[:3] not in ("---", "+++"))


def _output(*words: str) -> str:
    ended = subprocess.run(  # noqa: S603 -- the tool beside this Python
        [MUTMUT, *words], check=True, stdout=subprocess.PIPE, encoding="utf-8"
    )
    return ended.stdout


def left_out_by_mutmut(settings: dict[str, Any]) -> Iterator[Verdict]:
    """The mutants that mutmut leaves out, in the same files, tested by the same."""
    found = _left(settings["only_mutate"], settings["do_not_mutate"])
    arguments = [
        "-x",
        "--timeout=30",
        "--override-ini=cache_dir=mutants/.cache",
        *settings["pytest_add_cli_args"],
        *settings["pytest_add_cli_args_test_selection"],
    ]
    for number, verdict in enumerate(try_all(found, arguments, PROCESSES), start=1):
        sys.stderr.write(f"\r{number}/{len(found)} that mutmut leaves out")
        yield verdict


def _left(patterns: list[str], whole: list[str]) -> list[Mutant]:
    """What mutmut leaves in its files; all of those that it is not to mutate."""
    return [
        mutant
        for pattern in patterns
        for path in sorted(Path().glob(pattern))
        if path.name != "__init__.py"  # names to import, nothing else
        for mutant in mutants(path, whole=str(path) in whole)
    ]


if __name__ == "__main__":
    sys.exit(main())
