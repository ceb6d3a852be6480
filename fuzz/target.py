"""Games to spoil requests for, on a service in this process, and what must hold."""

import json
import random
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

import fakeredis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from fuzz.malformed_requests import Wish
from service.app import create_app
from service.settings import Settings

BOARDS = ("colored", "gray", "crystal_1", "crystal_2")
PLAIN = {"text/html", "application/javascript", "text/javascript", "text/css"}
PAGES = ("/docs", "/games/", "/play/")


class BrokenPromise(AssertionError):
    """An answer that must not be."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `media` has no parameters."""

    status: int
    media: str
    body: bytes


@dataclass(slots=True)
class Table:
    """One game, and the tokens of its seats."""

    path: str
    tokens: list[str]
    state: dict[str, Any]


class House:
    """A service with some games, and a keeper who looks at every answer."""

    def __init__(self, seed: int) -> None:
        self.randomness = random.Random(seed)  # noqa: S311 -- no secret depends on it
        self.redis = fakeredis.FakeRedis()
        settings = Settings(
            secrets=("a secret for fuzzing and nothing else",),
            rate_creations=0,
            rate_commands=0,
            rate_reads=0,
        )
        self.app: Flask = create_app(settings, self.redis)
        self.client: FlaskClient = self.app.test_client()
        self.tables = [self._new_table(board) for board in BOARDS]

    def _new_table(self, board: str) -> Table:
        players = [{"name": n} for n in ("Ana", "Rui", "Eva")]
        answer = self.client.post(
            "/v1/games", json={"players": players, "board": board}
        )
        made = answer.get_json()
        tokens = [seat["token"] for seat in made["seats"]]
        return Table(f"/v1/games/{made['game']['id']}", tokens, made["game"])

    def wish(self) -> Wish:
        """A request that is right, for some table."""
        number = self.randomness.randrange(len(self.tables))
        table = self.tables[number]
        if table.state["result"]:
            table = self.tables[number] = self._new_table(BOARDS[number])
        kind = self.randomness.randrange(8)
        if kind < 4:
            return self._move(table)
        if kind == 4:
            body = b'{"players": [{"name": "Ana"}, {"name": "Rui"}], "seed": "a1"}'
            return Wish("POST", "/v1/games", body, headers=dict(JSON))
        suffix = self.randomness.choice(("", "/events", "/notation", "/board.svg"))
        return Wish("GET", table.path + suffix)

    def _move(self, table: Table) -> Wish:
        state = table.state
        if moves := state["legal_moves"]:
            seat, name = state["current_seat"], "take-tiles"
            body = dict(self.randomness.choice(moves))
        else:
            placement = self.randomness.choice(state["legal_placements"])
            seat, name = placement["seat"], "place-tile"
            column = self.randomness.choice(placement["columns"])
            body = {"line": placement["line"], "column": column}
        headers = {**JSON, "Authorization": f"Bearer {table.tokens[seat]}"}
        return Wish("POST", f"{table.path}/{name}", _json(body), headers=headers)

    def send(self, wish: Wish) -> int:
        """Send a request, look at the answer, and return its status."""
        before = self._entries()
        body, status, headers = run_wsgi_app(self.app, _environ(wish), buffered=True)
        answer = Answer(
            int(status[:3]),
            headers.get("Content-Type", "").partition(";")[0],
            b"".join(body),
        )
        self._check(wish, answer, before)
        for table in self.tables:
            if answer.status == 200 and wish.path.startswith(table.path):
                table.state = self.client.get(table.path).get_json()
        return answer.status

    def _check(self, wish: Wish, answer: Answer, before: int) -> None:
        status, media = answer.status, answer.media
        if status >= 500:
            raise BrokenPromise(f"{status} to {wish}: {answer.body[:300]!r}")
        if media in PLAIN and not (status < 400 and _may_be_page(wish.path)):
            raise BrokenPromise(f"{media} to {wish}")
        if status >= 400 and answer.body and media != "application/problem+json":
            raise BrokenPromise(f"{status} as {media} to {wish}")
        apply_entries = self._entries() - before
        if apply_entries and not (
            wish.method == "POST" and status in (200, 201) and apply_entries == 1
        ):
            raise BrokenPromise(
                f"{status}, and {apply_entries} entries more, to {wish}"
            )
        if status == 201:
            self._forget(json.loads(answer.body)["game"]["id"])

    def _entries(self) -> int:
        """Entries in all logs."""
        return sum(self.redis.xlen(key) for key in self.redis.keys("azul:{*}:log"))

    def _forget(self, game_id: str) -> None:
        """A game that was created by the way: it would make counting slow."""
        if all(game_id not in table.path for table in self.tables):
            self.redis.delete(f"azul:{{{game_id}}}:log")


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _environ(wish: Wish) -> dict[str, Any]:
    """What a server would make of the request: it decodes paths byte by byte."""
    path, _, query = wish.path.partition("?")
    environ = create_environ("/", method="GET")
    environ["REQUEST_METHOD"] = wish.method
    environ["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1")
    environ["QUERY_STRING"] = "&".join(filter(None, (query, wish.query)))
    environ["QUERY_STRING"] = environ["QUERY_STRING"].encode().decode("latin-1")
    body = wish.body or b""
    environ["wsgi.input"] = BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    for name, value in wish.headers.items():
        key = name.upper().replace("-", "_")
        bare = key in ("CONTENT_TYPE", "CONTENT_LENGTH")
        environ[key if bare else f"HTTP_{key}"] = value
    return environ


def _may_be_page(path: str) -> bool:
    path = path.partition("?")[0]
    return path in ("", "/") or path.startswith(PAGES)


JSON = {"Content-Type": "application/json"}
