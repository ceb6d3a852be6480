"""The command line: `python -m service COMMAND`.

A command is a module with `add_arguments(parser)` and `run(arguments)`, which returns
the exit code. To add one, add it to `COMMANDS`.
"""

import argparse
import importlib
import re
import sys
from collections.abc import Sequence
from typing import Final

from service.runner.errors import StartError
from service.settings import SettingsError

COMMANDS: Final = {
    "serve": ("service.cli.serve_command", "run the service until it is stopped"),
    "inspect": ("service.cli.inspect_command", "check stored games for damage"),
    "verify": ("service.cli.verify_command", "verify recorded games by the rules"),
    "notation": (
        "service.cli.notation_command",
        "convert a history to notation, or back",
    ),
}
"""For each command its module, imported only when it is used, and its description."""

_ID_WITH_DASH: Final = re.compile(r"-[A-Za-z0-9_-]{21}")


def main(words: Sequence[str]) -> int:
    """Run the command in `words`, the arguments of the command line.

    Returns its exit code: 2 for wrong arguments or settings, 1 for other failures.
    """
    parser = argparse.ArgumentParser(prog="python -m service")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, purpose) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose)
        if name in words[:1]:
            used = importlib.import_module(module)
            used.add_arguments(command)
            command.set_defaults(run=used.run)
    arguments = parser.parse_args(_with_escaped_id(words))
    try:
        code: int = arguments.run(arguments)
    except SettingsError as error:
        sys.stderr.write("wrong settings:\n")
        sys.stderr.writelines(f"  {problem}\n" for problem in error.problems)
        return 2
    except StartError as error:
        sys.stderr.write(f"cannot start: {error}\n")
        return 1
    return code


def _with_escaped_id(words: Sequence[str]) -> list[str]:
    """`words` with `--` before a game's id that begins with a dash, like an option."""
    escaped = list(words)
    for index, word in enumerate(words):
        if _ID_WITH_DASH.fullmatch(word):
            escaped.insert(index, "--")
            break
    return escaped


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
