"""Valid requests with one to four random changes."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

UNUSUAL_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2.0,
    0.5,
    1e308,
    10**30,
    -(10**30),
    "",
    "2",
    "red",
    "purple",
    "\x00",
    "\u202e",
    "\ud800",
    "a" * 41,
    "💠" * 40,
    [],
    {},
    [[]],
    {"": ""},
    ["red"],
    {"name": "x"},
)
RAW_JSON = (b"NaN", b"-Infinity", b"1e999", b"01", b"'x'", b"{", b"]", b"\xff", b"\x00")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "QUUX")
HEADERS = {
    "Content-Type": (
        "application/json",
        "text/plain",
        "application/json; charset=x",
        "",
    ),
    "Accept": ("*/*", "text/html", "application/json;q=0", ",;,", "\x7f"),
    "Authorization": ("Bearer ", "Bearer x.y.z", "Basic eDp5", "Bearer " + "A" * 5000),
    "Idempotency-Key": ("x", "", "0" * 36, "8c1d6f0e-3a57-4c9b-9a44-5b0e7f3d2c61"),
    "If-Match": ('"1"', '"0"', "*", 'W/"1"', '"1", "2"', "1", '"' + "9" * 99 + '"'),
    "If-None-Match": ('"1"', "*", 'W/"1"', '"', ",", '"a", "1"'),
    "Last-Event-ID": ("-1", "x", "9" * 30, "1"),
    "X-Forwarded-For": ("1.2.3.4, x", "'\"<script>"),
}
QUERIES = ("version", "after", "limit", "wait", "seat", "x", "%00", "version[]")


@dataclass(frozen=True, slots=True)
class Request:
    """A request before it is sent; `body` is None if there is none."""

    method: str
    path: str
    body: bytes | None = None
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class RequestMutator:
    """Changes requests at random; the same seed makes the same changes."""

    def __init__(self, seed: int) -> None:
        self.randomness = random.Random(seed)  # noqa: S311 -- no secret depends on it

    def mutate(self, request: Request) -> Request:
        """`request` with one to four things changed."""
        for _ in range(self.randomness.choice((1, 1, 1, 2, 4))):
            request = self.randomness.choice(
                (
                    self._value,
                    self._value,
                    self._member,
                    self._bytes,
                    self._bytes,
                    self._header,
                    self._query,
                    self._path,
                    self._method,
                )
            )(request)
        return request

    def _value(self, request: Request) -> Request:
        """Some value within the body becomes another."""
        document = _parsed(request.body)
        places = list(_places(document))
        if not places:
            return request
        holder, key = self.randomness.choice(places)
        holder[key] = self.randomness.choice(UNUSUAL_VALUES)
        return replace(request, body=_written(document))

    def _member(self, request: Request) -> Request:
        """A member is added, or stands twice."""
        if not request.body or b"{" not in request.body:
            return request
        at = self.randomness.choice(
            [i for i, c in enumerate(request.body) if c == ord("{")]
        )
        key = self.randomness.choice(("color", "line", "seed", "x", "__proto__", ""))
        raw = self.randomness.choice((*RAW_JSON, b"1", b'"red"', b"null"))
        member = json.dumps(key).encode() + b":" + raw + b","
        return replace(
            request, body=request.body[: at + 1] + member + request.body[at + 1 :]
        )

    def _bytes(self, request: Request) -> Request:
        """The body loses, gains or changes bytes, or becomes something else."""
        body = bytearray(request.body or b"{}")
        at = self.randomness.randrange(len(body) + 1)
        kind = self.randomness.randrange(6)
        if kind == 0:
            del body[at : at + self.randomness.randrange(1, 9)]
        elif kind == 1:
            body[at:at] = self.randomness.randbytes(self.randomness.randrange(1, 5))
        elif kind == 2:
            body[at : at + 1] = self.randomness.choice(RAW_JSON)
        elif kind == 3:
            body = bytearray(b"[" * self.randomness.choice((10, 1000, 30000)))
        elif kind == 4:
            body *= self.randomness.choice((2, 3000))
        else:
            body = body[:at]
        return replace(request, body=bytes(body[:200_000]))

    def _header(self, request: Request) -> Request:
        name = self.randomness.choice(list(HEADERS))
        value = self.randomness.choice(HEADERS[name])
        return replace(request, headers={**request.headers, name: value})

    def _query(self, request: Request) -> Request:
        name = self.randomness.choice(QUERIES)
        value = self.randomness.choice(
            ("1", "0", "-1", "30", "1e1", "٣", "", "9" * 40, "x")
        )
        return replace(request, query=f"{request.query}&{name}={value}".lstrip("&"))

    def _path(self, request: Request) -> Request:
        at = self.randomness.randrange(len(request.path) + 1)
        extra = self.randomness.choice(
            ("/", "//", "..", "%2e", "%00", "%ff", "é", "?", "x")
        )
        return replace(request, path=request.path[:at] + extra + request.path[at:])

    def _method(self, request: Request) -> Request:
        return replace(request, method=self.randomness.choice(METHODS))


def _parsed(body: bytes | None) -> Any:
    try:
        return json.loads(body or b"null")
    except (ValueError, RecursionError):
        return None


def _written(document: Any) -> bytes:
    return json.dumps(document).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within `value` that could hold something else."""
    keys: Iterable[Any] = ()
    if isinstance(value, dict):
        keys = value
    elif isinstance(value, list):
        keys = range(len(value))
    for key in keys:
        yield value, key
        yield from _places(value[key])
