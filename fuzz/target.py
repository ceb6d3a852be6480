"""A service in this process, and the invariants that its responses must keep."""

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

from fuzz.malformed_requests import Request
from service.app import create_app
from service.rules import BOARDS
from service.settings import Settings
from testkit.recorded_games import NewGame, RecordedGame, legal_commands

PLAIN = {"text/html", "application/javascript", "text/javascript", "text/css"}
PAGES = ("/docs", "/games/", "/play/")


class InvariantViolated(AssertionError):
    """The service answered, or did, what it must not."""


@dataclass(frozen=True, slots=True)
class FuzzResponse:
    """What is checked of a response; `media` is its media type, without parameters."""

    status: int
    media: str
    body: bytes


class FuzzTarget:
    """A service with a game on every board; each response of it is checked."""

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
        self.games = [self._new_game(board) for board in BOARDS]

    def _new_game(self, board: str) -> RecordedGame:
        body = NewGame(3, board).body
        created = self.client.post("/v1/games", json=body).get_json()
        tokens = [seat["token"] for seat in created["seats"]]
        state = created["game"]
        return RecordedGame(state["id"], tokens, state, keys=set())

    def valid_request(self) -> Request:
        """A request that is right, for one of the games."""
        number = self.randomness.randrange(len(self.games))
        game = self.games[number]
        if game.is_over:
            game = self.games[number] = self._new_game(game.state["board"]["name"])
        kind = self.randomness.randrange(8)
        if kind < 4:
            return self._command(game)
        if kind == 4:
            body = b'{"players": [{"name": "Ana"}, {"name": "Rui"}], "seed": "a1"}'
            return Request("POST", "/v1/games", body, headers=dict(JSON))
        suffix = self.randomness.choice(("", "/events", "/notation", "/board.svg"))
        return Request("GET", game.path + suffix)

    def _command(self, game: RecordedGame) -> Request:
        command = self.randomness.choice(legal_commands(game.state))
        body = json.dumps(command.body).encode()
        headers = {**JSON, "Authorization": f"Bearer {game.tokens[command.seat]}"}
        return Request("POST", f"{game.path}/{command.path}", body, headers=headers)

    def send(self, request: Request) -> int:
        """Send a request, check the response, and return its status."""
        before = self._entries()
        body, status, headers = run_wsgi_app(self.app, _environ(request), buffered=True)
        response = FuzzResponse(
            int(status[:3]),
            headers.get("Content-Type", "").partition(";")[0],
            b"".join(body),
        )
        self._check(request, response, before)
        for game in self.games:
            if response.status == 200 and request.path.startswith(game.path):
                game.state = self.client.get(game.path).get_json()
        return response.status

    def _check(self, request: Request, response: FuzzResponse, before: int) -> None:
        status, media = response.status, response.media
        if status >= 500:
            raise InvariantViolated(f"{status} to {request}: {response.body[:300]!r}")
        if media in PLAIN and not (status < 400 and _may_be_page(request.path)):
            raise InvariantViolated(f"{media} to {request}")
        if status >= 400 and response.body and media != "application/problem+json":
            raise InvariantViolated(f"{status} as {media} to {request}")
        new_entries = self._entries() - before
        if new_entries and not (
            request.method == "POST" and status in (200, 201) and new_entries == 1
        ):
            raise InvariantViolated(
                f"{status}, and {new_entries} new entries, to {request}"
            )
        if status == 201:
            self._delete(json.loads(response.body)["game"]["id"])

    def _entries(self) -> int:
        """Entries in all logs."""
        return sum(self.redis.xlen(key) for key in self.redis.keys("azul:{*}:log"))

    def _delete(self, game_id: str) -> None:
        """Delete a game that a request created: it would make counting slow."""
        if all(game_id != game.id for game in self.games):
            self.redis.delete(f"azul:{{{game_id}}}:log")


def _environ(request: Request) -> dict[str, Any]:
    """What a server would make of the request: it decodes paths byte by byte."""
    path, _, query = request.path.partition("?")
    environ = create_environ("/", method="GET")
    environ["REQUEST_METHOD"] = request.method
    environ["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1")
    environ["QUERY_STRING"] = "&".join(filter(None, (query, request.query)))
    environ["QUERY_STRING"] = environ["QUERY_STRING"].encode().decode("latin-1")
    body = request.body or b""
    environ["wsgi.input"] = BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    for name, value in request.headers.items():
        key = name.upper().replace("-", "_")
        bare = key in ("CONTENT_TYPE", "CONTENT_LENGTH")
        environ[key if bare else f"HTTP_{key}"] = value
    return environ


def _may_be_page(path: str) -> bool:
    path = path.partition("?")[0]
    return path in ("", "/") or path.startswith(PAGES)


JSON = {"Content-Type": "application/json"}
