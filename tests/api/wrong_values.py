"""Bodies that are wrong in one place, for each operation that takes a body."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from tests.api.support import Json

MALFORMED = (400, "malformed_request")
INVALID = (422, "validation_failed")

VALID: dict[str, Json] = {
    "createGame": {
        "players": [{"name": "Ana"}, {"name": "Rui"}],
        "board": "gray",
        "starting_seat": 1,
        "seed": "a1",
    },
    "takeTiles": {"display": 0, "color": "red", "line": 1, "dropped": 0},
    "placeTile": {"line": 1, "column": 2},
}
"""A body with every field, for each operation."""


class IntegerField(NamedTuple):
    """A field that holds a whole number up to `high`, or perhaps null."""

    operation: str
    path: str
    high: int | None
    nullable: bool = False


class StringField(NamedTuple):
    """A field that holds a string, or perhaps null."""

    operation: str
    path: str
    nullable: bool = False


class Case(NamedTuple):
    """A body, and the problem that it is answered with."""

    operation: str
    name: str
    body: bytes
    status: int
    code: str
    field: str


WHOLES = (
    IntegerField("createGame", "starting_seat", 3, nullable=True),
    IntegerField("takeTiles", "display", 8, nullable=True),
    IntegerField("takeTiles", "line", 4, nullable=True),
    IntegerField("takeTiles", "dropped", None),
    IntegerField("placeTile", "line", 4),
    IntegerField("placeTile", "column", 4),
)
NAME = StringField("createGame", "players.1.name")
BOARD = StringField("createGame", "board")
SEED = StringField("createGame", "seed", nullable=True)
COLOR = StringField("takeTiles", "color")

NO_WHOLE_NUMBERS = (
    "true",
    "false",
    "2.0",
    "1e0",
    "-0.0",
    '"2"',
    '""',
    "[]",
    "[2]",
    "{}",
)
NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "9" * 21, "9" * 5000)
NO_JSON_NUMBERS = (
    "01",
    "+1",
    ".5",
    "1.",
    "0x1",
    "1_0",
    "-",
    "1e",
    "--1",
    "True",
    "nan",
)
NO_STRINGS = ("5", "2.5", "true", "[]", '["a"]', "{}", '{"name": "Ana"}')
LONE_SURROGATES = (r'"\ud800"', r'"a\udfff"', r'"\ud83dx"', r'"\ude00\ud83d"')
NO_NAMES = (
    *(f'"A\\u{code:04x}B"' for code in (0, 1, 8, 0x1F, 0x7F, 0x85, 0x9F)),
    *(r'"\n"', r'"A\tB"', r'"A\r"', r'"\u2028"', r'"A\u2029"', '"A\x7fB"'),
    *('""', '" "', r'"\u3000\u00a0"', f'"{"x" * 41}"', f'"{"😀" * 41}"'),
    '"e' + "\u0301" * 10_000 + '"',
)
NO_SEEDS = ('""', f'"{"x" * 65}"', r'"a\u0000"', r'"\u001b[2J"', r'"a\u2028b"')
NO_CHOICES = ('""', '"purple"', '"Red"', '"red "', '"RED"', f'"{"x" * 10_000}"', '"0"')
NO_OBJECTS = ("[]", "[{}]", "null", "true", "1", '"{}"', '""')
UNKNOWN = (
    "count",
    "seat",
    "token",
    "Display",
    "__proto__",
    "a.b",
    "é",
    "0",
    "line\\u0000",
)


def text_with(operation: str, path: str, value: str) -> bytes:
    """The valid body with `value`, as it is, in the place that `path` leads to."""
    body = json.loads(json.dumps(VALID[operation]))
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    place = body
    for step in way:
        place = place[step]
    place[last] = "@"
    return json.dumps(body).replace('"@"', value).encode()


def cases() -> Iterator[Case]:
    """All wrong bodies."""
    for field in WHOLES:
        yield from _numbers(field)
    for text in (NAME, BOARD, SEED, COLOR):
        yield from _strings(text)
    yield from _put(NAME, NO_NAMES, INVALID)
    yield from _put(SEED, NO_SEEDS, INVALID)
    yield from _put(BOARD, (*NO_CHOICES, '"coloured"'), INVALID)
    yield from _put(COLOR, (*NO_CHOICES, '"starting_marker"'), INVALID)
    for operation in VALID:
        yield from _objects(operation)
        yield from _broken(operation)
    yield from _players()


def _put(
    field: IntegerField | StringField, values: tuple[str, ...], problem: tuple[int, str]
) -> Iterator[Case]:
    for value in values:
        body = text_with(field.operation, field.path, value)
        yield Case(field.operation, f"{field.path}={value}", body, *problem, field.path)


def _numbers(field: IntegerField) -> Iterator[Case]:
    beyond = () if field.high is None else (str(field.high + 1), "9" * 20)
    null = () if field.nullable else ("null",)
    yield from _put(field, (*NO_WHOLE_NUMBERS, "-1", *beyond, *null), INVALID)
    yield from _put(field, NO_NUMBERS, MALFORMED)
    for value in NO_JSON_NUMBERS:
        body = text_with(field.operation, field.path, value)
        yield Case(field.operation, f"{field.path}={value}", body, *MALFORMED, "(body)")


def _strings(field: StringField) -> Iterator[Case]:
    null = () if field.nullable else ("null",)
    yield from _put(field, (*NO_STRINGS, *null), INVALID)
    yield from _put(field, LONE_SURROGATES, MALFORMED)


def _objects(operation: str) -> Iterator[Case]:
    """What is wrong with the object as a whole: no object, or not its fields."""
    valid = VALID[operation]
    for value in NO_OBJECTS:
        yield Case(operation, value, value.encode(), *INVALID, "(body)")
    for name in valid:
        repeated = json.dumps(valid)[:-1] + f', "{name}": 0}}'
        yield Case(operation, f"{name} twice", repeated.encode(), *MALFORMED, name)
    for name in UNKNOWN:
        text = json.dumps(valid)[:-1] + f', "{name}": 1}}'
        shown = json.loads(f'"{name}"')
        yield Case(operation, f"unknown {name}", text.encode(), *INVALID, shown)
    lone = json.dumps(valid)[:-1] + r', "\ud800": 1}'
    yield Case(operation, "half a pair as a key", lone.encode(), *MALFORMED, "?")
    deep = json.dumps(valid)[:-1] + ', "x": ' + "[" * 20 + "]" * 20 + "}"
    yield Case(operation, "deep", deep.encode(), *MALFORMED, "x" + ".0" * 15)


def _broken(operation: str) -> Iterator[Case]:
    """Bytes that are no JSON in UTF-8."""
    valid = json.dumps(VALID[operation])
    texts = {
        "nothing": "",
        "blank": " \n",
        "cut off": valid[:-1],
        "one brace too many": valid + "}",
        "twice": valid + valid,
        "comma at the end": valid[:-1] + ",}",
        "single quotes": valid.replace('"', "'"),
        "comment": valid + " // done",
        "no quotes": "{line: 1}",
        "form": "line=1&column=2",
        "NUL": "\0" + valid,
        "never closed": "[" * 60_000,
        "never closed objects": '{"a":' * 12_000,
        "raw line feed": '{"a": "\n"}',
    }
    raw = {
        "byte order mark": b"\xef\xbb\xbf" + valid.encode(),
        "UTF-16": valid.encode("utf-16"),
        "UTF-32": valid.encode("utf-32"),
        "Latin-1": '{"é": 1}'.encode("latin-1"),
        "raw half of a pair": b'{"a": "\xed\xa0\x80"}',
        "overlong": b'{"a": "\xc0\xaf"}',
        "cut within a character": b'{"a": "\xf0\x9f\x98"}',
        "beyond Unicode": b'{"a": "\xf4\x90\x80\x80"}',
        "random": bytes(range(256)),
    }
    encoded = {name: text.encode() for name, text in texts.items()}
    for name, body in {**encoded, **raw}.items():
        yield Case(operation, name, body, *MALFORMED, "(body)")


def _players() -> Iterator[Case]:
    """The one list."""
    players = StringField("createGame", "players")
    player = '{"name": "Ana"}'
    lists = ("null", "{}", "2", '"AB"', '{"0": 1}', "[]", f"[{player}]")
    yield from _put(players, (*lists, f"[{', '.join([player] * 5)}]"), INVALID)
    second = StringField("createGame", "players.1")
    yield from _put(second, ("null", "[]", '"Ana"', "7", "true"), INVALID)
    nested = {
        "players.1.name": '{"name": "Ana", "name": "Rui"}',
        "players.1.a.b": '{"name": "Ana", "a": {"b": 1, "c": 2, "b": 1}}',
        "players.1.x": '{"name": "Ana", "x": NaN}',
    }
    for path, value in nested.items():
        body = text_with("createGame", "players.1", value)
        yield Case("createGame", value, body, *MALFORMED, path)
    for path, value in {
        "players.1.seat": '{"name": "Ana", "seat": 1}',
        "players.1.name": "{}",
    }.items():
        body = text_with("createGame", "players.1", value)
        yield Case("createGame", value, body, *INVALID, path)
