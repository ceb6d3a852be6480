"""The command line: `python -m service COMMAND`.

A command is a module with `add_arguments(parser)` and `run(arguments)`, which returns
the exit code. To add one, write it into `COMMANDS`.
"""

import argparse
import importlib
import re
import sys
from collections.abc import Sequence

from service.runner.errors import StartError
from service.settings import SettingsError

# Its module (imported only when it is used) and what `--help` says of it.
COMMANDS = {
    "serve": ("service.cli.serve_command", "serve the game until told to stop"),
    "inspect": ("service.cli.inspect_command", "say what is wrong with stored games"),
    "verify": ("service.cli.verify_command", "check recorded games by the rules"),
    "notation": (
        "service.cli.notation_command",
        "turn a game's log into a text, or back",
    ),
}

_DASHED_ID = re.compile(r"-[A-Za-z0-9_-]{21}")


def main(words: Sequence[str]) -> int:
    """Run the command that `words` ask for and return its exit code: 2 if it was
    asked or set up wrongly, 1 if it could not be done.
    """
    parser = argparse.ArgumentParser(prog="python -m service")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, purpose) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose)
        if name in words[:1]:
            used = importlib.import_module(module)
            used.add_arguments(command)
            command.set_defaults(run=used.run)
    arguments = parser.parse_args(_ids_marked(words))
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


def _ids_marked(words: Sequence[str]) -> list[str]:
    """A game's id may begin with a dash, and is no option for all that."""
    marked = list(words)
    for place, word in enumerate(words):
        if _DASHED_ID.fullmatch(word):
            marked.insert(place, "--")
            break
    return marked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
