"""A small text to be changed in one place, and what is then said about it."""

import pytest

from service.notation import NotationError, RecordedVersion, read

BEGINNING = """\
[Azul "1"]
[Board "gray"]
[Player0 "Ana"]
[Player1 "Rui"]

1. bbyk rrww kwyb yyrk wbbk | 0b>1 cy>2 3y>2 4b>3 | 900 1200 800 4000
*
"""


def changed(old: str, new: str) -> str:
    """The text with one piece replaced, which must stand in it once."""
    assert BEGINNING.count(old) == 1
    return BEGINNING.replace(old, new)


def parse(text: str) -> tuple[RecordedVersion, ...]:
    """The game in `text`, which must be valid. Raises `NotationError`."""
    reading = read(text)
    if reading.fault:
        raise NotationError(reading.fault.location, reading.fault.detail)
    return reading.versions


def refused(text: str, line: int, column: int, words: str) -> None:
    """`text` is refused, at this place, in these words."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"Line {line}, column {column}: ")
    assert words in caught.value.problem
