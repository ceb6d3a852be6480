"""What stands above and below the rounds: tags, `[Name "text"]`, one on each line."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from service.formats.text import name_problem, seed_problem
from service.formats.timestamps import format_timestamp, parse_timestamp
from service.notation.errors import NotationError, Spot, quoted_word
from service.notation.literals import quoted, unquoted
from service.notation.scanner import Line, Lines
from service.rules import (
    BOARDS,
    DEFAULT_BOARD,
    MAX_PLAYERS,
    PLAYERS,
    RULES_VERSION,
    GameCreated,
    GameEnded,
)

FORMAT: Final = "1"
NO_HASH: Final = "0" * 64
"""Stands for a hash that nobody gave: no seed is known that has it."""


class Header(NamedTuple):
    """How a game begins; `created` is in milliseconds since 1970."""

    names: tuple[str, ...]
    board: str
    starting_seat: int
    created: int
    seeded: bool
    seed_hash: str


class Footer(NamedTuple):
    """The seed and its salt, each empty if it is not known."""

    seed: str
    seed_salt: str


def header_lines(created: GameCreated, at: int) -> list[str]:
    """The tags of a game that was created at `at`."""
    tags = {
        "Azul": FORMAT,
        "Rules": str(created.rules_version),
        "Board": created.board,
        **{f"Player{seat}": name for seat, name in created.players},
        "Start": str(created.starting_seat),
        "Created": format_timestamp(at) if at else "",
        "Seeded": "yes" if created.seeded else "no",
        "SeedHash": "" if created.seed_hash == NO_HASH else created.seed_hash,
    }
    return _lines(tags)


def footer_lines(ended: GameEnded) -> list[str]:
    """The tags below a game that has ended."""
    return _lines({"Seed": ended.seed, "Salt": ended.seed_salt})


def _lines(tags: Mapping[str, str]) -> list[str]:
    return [f"[{name} {quoted(text)}]" for name, text in tags.items() if text]


def read_header(lines: Lines) -> Header:
    """Read the tags at the beginning of `lines`. Raises `NotationError`."""
    if not lines[0].has("sign", "["):
        raise NotationError(lines[0].next.spot, f'[Azul "{FORMAT}"] must come first')
    end = _end_of_tags(lines)
    tags = _read(lines, _HEADER, first="Azul")
    seats = [key for key in _PLAYERS if key in tags]
    if len(seats) not in PLAYERS or seats[-1] != _PLAYERS[len(seats) - 1]:
        raise NotationError(end, "two to four players must be named, from Player0 on")
    if tags.get("Start", 0) >= len(seats):
        raise NotationError(end, f"Start must be a seat from 0 to {len(seats) - 1}")
    return Header(
        tuple(tags[key] for key in seats),
        tags.get("Board", DEFAULT_BOARD),
        tags.get("Start", 0),
        tags.get("Created", 0),
        tags.get("Seeded", False),
        tags.get("SeedHash", NO_HASH),
    )


def read_footer(lines: Lines) -> Footer:
    """Read the tags at the beginning of `lines`, if any. Raises `NotationError`."""
    tags = _read(lines, _FOOTER)
    return Footer(tags.get("Seed", ""), tags.get("Salt", ""))


def _end_of_tags(lines: Lines) -> Spot:
    return next(line.next.spot for line in lines if not line.has("sign", "["))


def _read(lines: Lines, known: "Known", first: str = "") -> dict[str, Any]:
    """Read tags off `lines`, which then begin with what follows them."""
    tags: dict[str, Any] = {}
    while lines[0].has("sign", "["):
        _read_tag(lines.popleft(), tags, known, first if not tags else "")
    return tags


def _read_tag(line: Line, tags: dict[str, Any], known: "Known", only: str) -> None:
    line.take("sign", '"["', "[")
    name = line.take("word", only or "a tag's name", only or None)
    if name.text not in known:
        names = ", ".join(known)
        problem = f"there is no tag {quoted_word(name.text)} here, only {names}"
        raise NotationError(name.spot, problem)
    if name.text in tags:
        raise NotationError(name.spot, f"{name.text} stands here a second time")
    value = line.take("string", "a text in quotes")
    try:
        tags[name.text] = known[name.text](unquoted(value.text))
    except ValueError as error:
        raise NotationError(value.spot, f"{name.text}: {error}") from error
    line.take("sign", '"]"', "]")
    line.close()


Known = Mapping[str, Callable[[str], Any]]
"""The tags that may stand somewhere, and what reads each; `ValueError` if it cannot."""


def _one_of(*texts: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in texts:
            raise ValueError(f"must be {' or '.join(texts)}, not {quoted_word(text)}")
        return text

    return read


def _hexadecimal(length: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) != length or not set(text) <= set("0123456789abcdef"):
            raise ValueError(f"must be {length} digits, 0 to 9 and a to f")
        return text

    return read


def _checked(problem_of: Callable[[str], str | None]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if reason := problem_of(text):
            raise ValueError(reason)
        return text

    return read


def _board(text: str) -> str:
    return _one_of(*BOARDS)(text)


_seat: Final = _one_of(*map(str, range(MAX_PLAYERS)))
_yes_or_no: Final = _one_of("yes", "no")

_PLAYERS: Final = tuple(f"Player{seat}" for seat in range(MAX_PLAYERS))
_HEADER: Final[Known] = {
    "Azul": _one_of(FORMAT),
    "Rules": _one_of(str(RULES_VERSION)),
    "Board": _board,
    **dict.fromkeys(_PLAYERS, _checked(name_problem)),
    "Start": lambda text: int(_seat(text)),
    "Created": parse_timestamp,
    "Seeded": lambda text: _yes_or_no(text) == "yes",
    "SeedHash": _hexadecimal(64),
}
_FOOTER: Final[Known] = {
    "Seed": _checked(seed_problem),
    "Salt": _hexadecimal(32),
}
