"""From a text to what it says, before any rule is asked."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.formats.timestamps import LATEST
from service.notation.errors import NotationError, Spot, quoted_word
from service.notation.header import Footer, Header, read_footer, read_header
from service.notation.literals import tiles_of
from service.notation.move_text import WrittenCommand, move_of
from service.notation.scanner import Line, Lines, Token, scan
from service.rules import Color

_ROUND: Final = re.compile(r"([1-9][0-9]{0,3})\.")
_OFFSET: Final = re.compile(r"[0-9]{1,15}")
_REASON: Final = re.compile(r"[a-z_]+")
_SCORES: Final = re.compile(r"[0-9]{1,4}(-[0-9]{1,4}){1,3}")


class WrittenMove(NamedTuple):
    """A move as it stands in the text; `at` is its time in milliseconds since 1970."""

    move: WrittenCommand
    word: str
    spot: Spot
    at: int


class WrittenRound(NamedTuple):
    """A round's line: how the displays were filled, then the moves in order."""

    spot: Spot
    displays: tuple[tuple[Color, ...], ...]
    moves: tuple[WrittenMove, ...]


class WrittenEnd(NamedTuple):
    """The last line: `over` unless the game goes on.

    `scores` (seat by seat) and `reason` are None if they are not said.
    """

    spot: Spot
    over: bool
    scores: tuple[int, ...] | None = None
    reason: str | None = None
    footer: Footer = Footer("", "")


@dataclass(frozen=True, slots=True)
class Script:
    """A whole text, at least one round."""

    header: Header
    rounds: tuple[WrittenRound, ...]
    end: WrittenEnd


def parse_script(text: str) -> Script:
    """What `text` says. Raises `NotationError` if the grammar does not allow it."""
    lines = scan(text)
    header = read_header(lines)
    rounds: list[WrittenRound] = []
    at = header.created
    while _ROUND.fullmatch(lines[0].next.text) or not rounds:
        rounds.append(_round(lines.popleft(), len(rounds) + 1, at))
        at = rounds[-1].moves[-1].at if rounds[-1].moves else at
    end = _end(lines)
    lines[0].take("end", "the end of the text")
    return Script(header, tuple(rounds), end)


def _round(line: Line, number: int, at: int) -> WrittenRound:
    """`at` is the time of the move before."""
    spot = line.take("word", f'round {number} ("{number}.")', f"{number}.").spot
    displays = tuple(_tiles(word) for word in line.words())
    line.take("sign", 'a display or "|"', "|")
    words = list(line.words())
    times = _times(line, words, at)
    line.close()
    moves = [_move(word, time) for word, time in zip(words, times, strict=True)]
    return WrittenRound(spot, displays, tuple(moves))


def _tiles(word: Token) -> tuple[Color, ...]:
    try:
        return tiles_of(word.text)
    except ValueError as error:
        raise NotationError(word.spot, f"{quoted_word(word.text)}: {error}") from error


def _move(word: Token, at: int) -> WrittenMove:
    try:
        return WrittenMove(move_of(word.text), word.text, word.spot, at)
    except ValueError as error:
        raise NotationError(
            word.spot, f"{quoted_word(word.text)} is {error}"
        ) from error


def _times(line: Line, moves: list[Token], at: int) -> list[int]:
    """When each move was made: as written, or at once if nothing is."""
    if not line.has("sign", "|"):
        return [at] * len(moves)
    bar = line.take("sign", '"|"', "|")
    times = []
    for word in line.words():
        at += _offset(word)
        if at > LATEST:
            raise NotationError(word.spot, "this time is after the year 9999")
        times.append(at)
    if len(times) != len(moves):
        problem = f"there are {len(moves)} moves on this line and {len(times)} times"
        raise NotationError(bar.spot, problem)
    return times


def _offset(word: Token) -> int:
    if not _OFFSET.fullmatch(word.text):
        problem = f"{quoted_word(word.text)} is no time in milliseconds"
        raise NotationError(word.spot, problem)
    return int(word.text)


def _end(lines: Lines) -> WrittenEnd:
    line = lines.popleft()
    if line.has("sign", "*"):
        spot = line.take("sign", '"*"').spot
        line.close()
        return WrittenEnd(spot, over=False)
    what = 'the next round, "*" (the game goes on) or "end"'
    spot = line.take("word", what, "end").spot
    scores = reason = None
    if not line.has("end"):
        scores = _scores(line.take("word", "the scores, such as 61-48,"))
        reason = _reason(line.take("word", "the reason of the end"))
    line.close()
    return WrittenEnd(spot, True, scores, reason, read_footer(lines))


def _scores(word: Token) -> tuple[int, ...]:
    if not _SCORES.fullmatch(word.text):
        problem = f"{quoted_word(word.text)} are no scores; they look like 61-48"
        raise NotationError(word.spot, problem)
    return tuple(int(score) for score in word.text.split("-"))


def _reason(word: Token) -> str:
    if not _REASON.fullmatch(word.text):
        problem = f"{quoted_word(word.text)} is no reason; one is row_completed"
        raise NotationError(word.spot, problem)
    return word.text
