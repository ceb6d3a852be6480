"""Playing over HTTP in tests.

table = sit_down(client, seed="a1")
table.take(table.legal_moves[0])      # for the seat whose turn it is
assert table.version == 2
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.settings import Settings
from testkit.recorded_games import NAMES, legal_commands

SECRET = "a secret that only the tests use"  # noqa: S105
SETTINGS = Settings(secrets=(SECRET,), rate_creations=0, rate_commands=0, rate_reads=0)
"""Tests ask faster than any client may; those of the limits set their own."""
COLORS = ("blue", "yellow", "red", "black", "white")
KEY = "8c1d6f0e-3a57-4c9b-9a44-5b0e7f3d2c61"
OTHER_KEY = "3f2b8a90-77c1-4d1e-8f55-0a9b6c3d1e27"
NO_GAME = "A" * 22
"""What could be a game's id, and is none."""

Json = dict[str, Any]


def order(players: int = 2, **more: Any) -> Json:
    """The body of a request for a new game."""
    return {"players": [{"name": name} for name in NAMES[:players]], **more}


def sit_down(client: FlaskClient, players: int = 2, **more: Any) -> "Table":
    """A new game."""
    response = client.post("/v1/games", json=order(players, **more))
    assert response.status_code == 201, response.text
    return Table(client, body_of(response))


def body_of(response: TestResponse) -> Json:
    """The JSON object that `response` holds."""
    body = response.json
    assert isinstance(body, dict)
    return body


class Table:
    """A game with the tokens of all its seats; `game` is its state as last seen."""

    def __init__(self, client: FlaskClient, created: Json) -> None:
        self.client = client
        self.game: Json = created["game"]
        self.id: str = self.game["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: list[str] = [seat["token"] for seat in created["seats"]]

    @property
    def version(self) -> int:
        return int(self.game["version"])

    @property
    def legal_moves(self) -> list[Json]:
        return list(self.game["legal_moves"])

    @property
    def is_finished(self) -> bool:
        return bool(self.game["status"] == "finished")

    def take(self, body: Any, seat: int | None = None, **headers: str) -> TestResponse:
        """Send `body` to take-tiles for `seat`, by default the current one."""
        seat = self.game["current_seat"] if seat is None else seat
        return self.command("take-tiles", body, seat or 0, **headers)

    def place(self, body: Any, seat: int, **headers: str) -> TestResponse:
        """Send `body` to place-tile for `seat`."""
        return self.command("place-tile", body, seat, **headers)

    def command(self, name: str, body: Any, seat: int, **headers: str) -> TestResponse:
        """Send a command; `If_Match="7"` among the headers means If-Match: 7."""
        response = self.client.post(
            f"{self.path}/{name}",
            json=body,
            headers={
                "Authorization": f"Bearer {self.tokens[seat]}",
                **{key.replace("_", "-"): value for key, value in headers.items()},
            },
        )
        if (
            response.status_code == 200
            and "Idempotency-Replayed" not in response.headers
        ):
            self.game = body_of(response)["game"]
        return response

    def read(self, version: int | None = None) -> TestResponse:
        """Ask for the state, as it is now or was at `version`."""
        query = {} if version is None else {"version": version}
        return self.client.get(self.path, query_string=query)

    def events(self, **query: Any) -> Json:
        """A page of the history."""
        return body_of(self.client.get(f"{self.path}/events", query_string=query))

    def mark(self) -> tuple[str | None, str]:
        """What must not change when a command is refused: ETag and history."""
        history = self.client.get(
            f"{self.path}/events", headers={"Accept": "application/x-ndjson"}
        )
        return self.read().headers["ETag"], history.text

    def choices(self) -> Sequence[Callable[[], TestResponse]]:
        """Every command that may be sent now, ready to be sent."""
        return [
            partial(self.command, command.path, command.body, command.seat)
            for command in legal_commands(self.game)
        ]

    def play(
        self,
        seed: int = 0,
        until: Callable[[Json], object] = lambda _: False,
    ) -> list[Json]:
        """Play legal commands at random until `until` holds of the state, or to the
        end; gives the answers.
        """
        randomness = random.Random(seed)  # noqa: S311
        answers = []
        while not self.is_finished and not until(self.game):
            response = randomness.choice(self.choices())()
            assert response.status_code == 200, response.text
            answers.append(body_of(response))
        return answers

    def play_until(self, until: Callable[[Json], object], seed: int = 0) -> None:
        """Play at random until `until` holds of the state, which it must some time."""
        self.play(seed, until)
        assert until(self.game)


def assert_refused(
    response: TestResponse, status: int, code: str, *fields: str
) -> Json:
    """The problem in `response`, which must be this one and name just these fields."""
    assert (response.status_code, response.json and response.json["code"]) == (
        status,
        code,
    ), response.text
    problem = body_of(response)
    assert {error["field"] for error in problem["errors"]} == set(fields)
    return problem


def bearer(token: str) -> Mapping[str, str]:
    """The header that `token` is sent in."""
    return {"Authorization": f"Bearer {token}"}
