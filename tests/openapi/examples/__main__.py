"""The command line: `python -m tests.openapi.examples`.

Writes the examples of openapi.yaml anew, from what the service answers; nothing else
in the file changes. Where the document shows an example that no recipe is for, or two
answers by one example, it says so and changes nothing.
"""

import logging
import sys
from pathlib import Path

from tests.openapi.examples.document import shown_elsewhere, value_of
from tests.openapi.examples.elsewhere import values
from tests.openapi.examples.recipes import answers_by_component
from tests.openapi.examples.rewriting import rewritten

DOCUMENT = Path(__file__).parents[3] / "openapi.yaml"


def main() -> None:
    """Write all examples."""
    logging.disable()  # the faults are wanted, and shown in the examples
    try:
        examples, elsewhere = answers_by_component(), values()
    except AssertionError as error:
        sys.exit(f"{DOCUMENT.name} stays as it was: {error}")
    document = rewritten(DOCUMENT.read_text("utf-8"), examples, elsewhere)
    DOCUMENT.write_text(document, "utf-8")
    changed = [name for name, value in examples.items() if value_of(name) != value]
    shown = shown_elsewhere()
    changed += [
        name for (kind, name), value in elsewhere.items() if shown[kind, name] != value
    ]
    sys.stdout.write(
        f"{len(changed)} examples changed: {', '.join(changed) or 'none'}\n"
    )


if __name__ == "__main__":
    main()
