"""A whole game as a text that people can read and write: docs/notation.md.

    write(versions) -> text
    read(text)      -> Reading: the versions, and what cannot be among them
    parse(text)     -> versions, or raises NotationError

A text holds what players and chance decided, and nothing that follows from it: the
rest is brought about anew by `service.rules`, so no text can lie about it. Pure, and
of the standard library only.
"""

from typing import Final

from service.notation.errors import NotationError, Spot
from service.notation.formatter import write
from service.notation.parser import parse_script
from service.notation.replay import Reading, ReadingFault, RecordedVersion, replay
from service.notation.validator import Commitment

MEDIA_TYPE: Final = "text/vnd.azul.game"
SUFFIX: Final = ".azul"

__all__ = [
    "MEDIA_TYPE",
    "SUFFIX",
    "Commitment",
    "NotationError",
    "Reading",
    "ReadingFault",
    "RecordedVersion",
    "Spot",
    "parse",
    "read",
    "write",
]


def read(text: str, commitment: Commitment | None = None) -> Reading:
    """The game that `text` tells, up to the first thing that cannot be.

    `commitment` gives the hash of a seed and a salt; without it, any seed is believed.
    Raises `NotationError` if the text does not follow the grammar.
    """
    return replay(parse_script(text), commitment)


def parse(text: str) -> tuple[RecordedVersion, ...]:
    """The game that `text` tells, which must be possible from beginning to end.

    Raises `NotationError`, also for a broken rule.
    """
    reading = read(text)
    if reading.fault:
        raise NotationError(reading.fault.spot, reading.fault.detail)
    return reading.versions
