"""The tags above and below the rounds: `[Name "text"]`, one on each line."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from service.formats.text import name_problem, seed_problem
from service.formats.timestamps import format_timestamp, parse_timestamp
from service.notation.errors import Location, NotationError, quoted_token
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
"""The version of the notation."""
NO_HASH: Final = "0" * 64
"""The seed hash of a text that gives none."""


class Header(NamedTuple):
    """The tags above the rounds; `created` is in milliseconds since 1970."""

    names: tuple[str, ...]
    board: str
    starting_seat: int
    created: int
    seeded: bool
    seed_hash: str


class Footer(NamedTuple):
    """The tags below the rounds: seed and salt, each empty if it is not given."""

    seed: str
    seed_salt: str


def header_lines(created: GameCreated, at: int) -> list[str]:
    """The lines above the rounds of a game that was created at `at` (ms since 1970)."""
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
    """The lines below the rounds of a game that has ended."""
    return _lines({"Seed": ended.seed, "Salt": ended.seed_salt})


def _lines(tags: Mapping[str, str]) -> list[str]:
    return [f"[{name} {quoted(text)}]" for name, text in tags.items() if text]


def read_header(lines: Lines) -> Header:
    """Read the tags at the beginning of `lines`. Raises `NotationError`."""
    if not lines[0].next_is("symbol", "["):
        raise NotationError(
            lines[0].next.location, f'[Azul "{FORMAT}"] must come first'
        )
    end = _end_of_tags(lines)
    tags = _read(lines, _HEADER, first="Azul")
    seats = [key for key in _PLAYERS if key in tags]
    if len(seats) not in PLAYERS or seats[-1] != _PLAYERS[len(seats) - 1]:
        raise NotationError(
            end, "the tags must name two to four players, from Player0 on"
        )
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


def _end_of_tags(lines: Lines) -> Location:
    return next(line.next.location for line in lines if not line.next_is("symbol", "["))


def _read(lines: Lines, known: "Known", first: str = "") -> dict[str, Any]:
    """Read tags and remove them from `lines`."""
    tags: dict[str, Any] = {}
    while lines[0].next_is("symbol", "["):
        _read_tag(lines.popleft(), tags, known, first if not tags else "")
    return tags


def _read_tag(line: Line, tags: dict[str, Any], known: "Known", only: str) -> None:
    line.expect("symbol", '"["', "[")
    name = line.expect("word", only or "a tag's name", only or None)
    if name.text not in known:
        names = ", ".join(known)
        problem = f"unknown tag {quoted_token(name.text)}; the tags here are {names}"
        raise NotationError(name.location, problem)
    if name.text in tags:
        raise NotationError(name.location, f"{name.text} is given a second time")
    value = line.expect("string", "a text in quotes")
    try:
        tags[name.text] = known[name.text](unquoted(value.text))
    except ValueError as error:
        raise NotationError(value.location, f"{name.text}: {error}") from error
    line.expect("symbol", '"]"', "]")
    line.expect_end()


Known = Mapping[str, Callable[[str], Any]]
"""Tags by name, each with a function that reads its text or raises `ValueError`."""


def _one_of(*texts: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in texts:
            raise ValueError(f"must be {' or '.join(texts)}, not {quoted_token(text)}")
        return text

    return read


def _hexadecimal(length: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) != length or not set(text) <= set("0123456789abcdef"):
            raise ValueError(f"must be {length} hexadecimal digits, 0 to 9 and a to f")
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
