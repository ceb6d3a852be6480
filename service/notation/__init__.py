"""A whole game as a text that people can read and write; see docs/notation.md.

    write(versions) -> text
    read(text)      -> Reading: the versions, and the first fault, if any

A text holds what players and chance decided. All that follows from it is computed again
by `service.rules`, so a text cannot contradict the rules. Pure; knows `service.rules`,
`service.formats` and the standard library only.
"""

from typing import Final

from service.notation.errors import Location, NotationError
from service.notation.formatter import write
from service.notation.parser import parse_text
from service.notation.replay import Reading, ReadingFault, RecordedVersion, replay
from service.notation.validator import Commitment

MEDIA_TYPE: Final = "text/vnd.azul.game"
SUFFIX: Final = ".azul"

__all__ = [
    "MEDIA_TYPE",
    "SUFFIX",
    "Commitment",
    "Location",
    "NotationError",
    "Reading",
    "ReadingFault",
    "RecordedVersion",
    "read",
    "write",
]


def read(text: str, commitment: Commitment | None = None) -> Reading:
    """The game in `text`, up to the first fault.

    `commitment(seed, salt)` is the hash to compare with `SeedHash`; without it the seed
    is not checked. Raises `NotationError` if the text does not follow the grammar.
    """
    return replay(parse_text(text), commitment)
