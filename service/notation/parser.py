"""Parsing a text by its grammar; the rules are applied later."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.formats.timestamps import MAX_TIMESTAMP
from service.notation.errors import Location, NotationError, quoted_token
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
    """A move as written; `at` is its time in milliseconds since 1970."""

    move: WrittenCommand
    word: str
    location: Location
    at: int


class WrittenRound(NamedTuple):
    """The line of a round: the tiles of the displays, then the moves in order."""

    location: Location
    displays: tuple[tuple[Color, ...], ...]
    moves: tuple[WrittenMove, ...]


class WrittenEnd(NamedTuple):
    """The end of the text; `over` says whether the game has ended.

    `scores` (in seat order) and `reason` are None if they are not given.
    """

    location: Location
    over: bool
    scores: tuple[int, ...] | None = None
    reason: str | None = None
    footer: Footer = Footer("", "")


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A whole text, with at least one round."""

    header: Header
    rounds: tuple[WrittenRound, ...]
    end: WrittenEnd


def parse_text(text: str) -> ParsedText:
    """Parse `text`. Raises `NotationError` if it does not follow the grammar."""
    lines = scan(text)
    header = read_header(lines)
    rounds: list[WrittenRound] = []
    at = header.created
    while _ROUND.fullmatch(lines[0].next.text) or not rounds:
        rounds.append(_round(lines.popleft(), len(rounds) + 1, at))
        at = rounds[-1].moves[-1].at if rounds[-1].moves else at
    end = _end(lines)
    lines[0].expect("end", "the end of the text")
    return ParsedText(header, tuple(rounds), end)


def _round(line: Line, number: int, at: int) -> WrittenRound:
    """Parse the line of a round; `at` is the time of the move before."""
    location = line.expect(
        "word", f'round {number} ("{number}.")', f"{number}."
    ).location
    displays = tuple(_tiles(word) for word in line.words())
    line.expect("symbol", 'a display or "|"', "|")
    words = list(line.words())
    times = _times(line, words, at)
    line.expect_end()
    moves = [_move(word, time) for word, time in zip(words, times, strict=True)]
    return WrittenRound(location, displays, tuple(moves))


def _tiles(word: Token) -> tuple[Color, ...]:
    try:
        return tiles_of(word.text)
    except ValueError as error:
        raise NotationError(
            word.location, f"{quoted_token(word.text)}: {error}"
        ) from error


def _move(word: Token, at: int) -> WrittenMove:
    try:
        return WrittenMove(move_of(word.text), word.text, word.location, at)
    except ValueError as error:
        raise NotationError(
            word.location, f"{quoted_token(word.text)} is {error}"
        ) from error


def _times(line: Line, moves: list[Token], at: int) -> list[int]:
    """The time of each move; `at` for all of them if the line gives no times."""
    if not line.next_is("symbol", "|"):
        return [at] * len(moves)
    bar = line.expect("symbol", '"|"', "|")
    times = []
    for word in line.words():
        at += _offset(word)
        if at > MAX_TIMESTAMP:
            raise NotationError(word.location, "this time is later than the year 9999")
        times.append(at)
    if len(times) != len(moves):
        problem = f"this line has {len(moves)} moves, but {len(times)} times"
        raise NotationError(bar.location, problem)
    return times


def _offset(word: Token) -> int:
    if not _OFFSET.fullmatch(word.text):
        problem = f"{quoted_token(word.text)} is not a number of milliseconds"
        raise NotationError(word.location, problem)
    return int(word.text)


def _end(lines: Lines) -> WrittenEnd:
    line = lines.popleft()
    if line.next_is("symbol", "*"):
        location = line.expect("symbol", '"*"').location
        line.expect_end()
        return WrittenEnd(location, over=False)
    what = 'the next round, "*" (the game goes on) or "end"'
    location = line.expect("word", what, "end").location
    scores = reason = None
    if not line.next_is("end"):
        scores = _scores(line.expect("word", "the scores, such as 61-48"))
        reason = _reason(line.expect("word", "the reason of the end"))
    line.expect_end()
    return WrittenEnd(location, True, scores, reason, read_footer(lines))


def _scores(word: Token) -> tuple[int, ...]:
    if not _SCORES.fullmatch(word.text):
        problem = f"{quoted_token(word.text)} are not scores; scores look like 61-48"
        raise NotationError(word.location, problem)
    return tuple(int(score) for score in word.text.split("-"))


def _reason(word: Token) -> str:
    if not _REASON.fullmatch(word.text):
        problem = (
            f"{quoted_token(word.text)} is not a reason; they look like row_completed"
        )
        raise NotationError(word.location, problem)
    return word.text
