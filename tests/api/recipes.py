"""For every problem code: how to bring it about at an operation."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import fakeredis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.store import RedisGameLog
from tests.api.oracle import (
    placements,
    refusal_of_placement,
    refusal_of_take,
    takes,
)
from tests.api.spec import OPERATIONS
from tests.api.support import (
    KEY,
    NO_GAME,
    SETTINGS,
    Json,
    Table,
    bearer,
    order,
    sit_down,
)

TAKE = {"display": 0, "color": "red", "line": 0}
PLACE = {"line": 0, "column": 0}
BODIES = {"createGame": order(), "takeTiles": TAKE, "placeTile": PLACE}
HISTORIES = "replayHistory"


class Scene:
    """A service, a game in it, and one operation that is asked for."""

    def __init__(
        self,
        operation: str,
        server: fakeredis.FakeServer,
        start: Callable[..., FlaskClient],
        monkeypatch: Any,
    ) -> None:
        self.operation = OPERATIONS[operation]
        self.server = server
        self.store = fakeredis.FakeRedis(server=server)
        self.start = start
        self.client = start()
        self.monkeypatch = monkeypatch
        board = "gray" if operation == "placeTile" else "colored"
        self.table = sit_down(self.client, seed="a1", starting_seat=0, board=board)

    @property
    def is_take(self) -> bool:
        return self.operation.id == "takeTiles"

    def restart(self, **settings: Any) -> None:
        """Go on at another worker, one that knows nothing yet."""
        self.client = self.start(replace(SETTINGS, **settings))

    def send(self, **changed: Any) -> TestResponse:
        """Ask for the operation with a request that is right but for `changed`."""
        game_id = changed.pop("game_id", self.table.id)
        request: Json = {
            "method": self.operation.method.upper(),
            "headers": {},
            **self._body(),
        }
        if self.operation.id in {"takeTiles", "placeTile"}:
            request["headers"] = bearer(self.table.tokens[changed.pop("seat", 0)])
        request["headers"] = {**request["headers"], **changed.pop("headers", {})}
        if {"data", "content_type"} & changed.keys():
            request.pop("json", None)
        request.update({"content_type": "application/json", **changed})
        if "json" in request or self.operation.method == "get":
            request.pop("content_type")
        path = self.operation.path.format(game_id=game_id)
        return self.client.open(path, **request)

    def _body(self) -> Json:
        if self.operation.method == "get":
            return {}
        if self.operation.id == HISTORIES:
            return {"json": self.table.events()["events"]}
        return {"json": BODIES[self.operation.id]}

    def play(self) -> TestResponse:
        """Send a command that is accepted."""
        if self.is_take:
            return self.send(json=self.table.legal_moves[0])
        self.table.play_until(lambda game: game["legal_placements"])
        place = self.table.game["legal_placements"][0]
        body = {"line": place["line"], "column": place["columns"][0]}
        return self.send(json=body, seat=place["seat"])


def _malformed(scene: Scene) -> TestResponse:
    if scene.operation.id == "streamGame":
        return scene.send(headers={"Last-Event-ID": "x"})
    return scene.send(data=b"{")


def _too_large(scene: Scene) -> TestResponse:
    limit = 8 * 1024 * 1024 if scene.operation.id == HISTORIES else 64 * 1024
    return scene.send(data=b" " * (limit + 1))


def _invalid(scene: Scene) -> TestResponse:
    return scene.send(query_string={"nonsense": "1"})


def _key_reused(scene: Scene) -> TestResponse:
    if scene.operation.id == "createGame":
        key = {"Idempotency-Key": KEY}
        scene.send(headers=key)
        return scene.send(headers=key, json=order(3))
    scene.table.take(scene.table.legal_moves[-1], Idempotency_Key=KEY)
    return scene.send(headers={"Idempotency-Key": KEY})


def _token_missing(scene: Scene) -> TestResponse:
    return scene.client.post(
        scene.operation.path.format(game_id=scene.table.id), json=TAKE
    )


def _token_invalid(scene: Scene) -> TestResponse:
    return scene.send(headers=bearer("nonsense"))


def _wrong_game(scene: Scene) -> TestResponse:
    other = sit_down(scene.client)
    return scene.send(headers=bearer(other.tokens[0]))


def _game_not_found(scene: Scene) -> TestResponse:
    """The page of a game asks for the game later, so only its form counts there."""
    is_page = scene.operation.id == "getGamePage"
    return scene.send(game_id="x" if is_page else NO_GAME)


def _version_not_found(scene: Scene) -> TestResponse:
    return scene.send(query_string={"version": 99})


def _not_your_turn(scene: Scene) -> TestResponse:
    if scene.is_take:
        return scene.send(seat=1)
    scene.table = sit_down(scene.client, board="gray", seed="a2", starting_seat=0)
    scene.table.play_until(lambda game: len(game["legal_placements"]) == 1)
    idle = 1 - scene.table.game["legal_placements"][0]["seat"]
    return scene.send(seat=idle)


def _finished(scene: Scene) -> TestResponse:
    scene.table.play_until(lambda game: game["status"] == "finished")
    return scene.send()


def _wrong_phase(scene: Scene) -> TestResponse:
    if scene.is_take:
        scene.table = sit_down(scene.client, board="gray", seed="a1")
        scene.table.play_until(lambda game: game["phase"] == "wall_tiling")
    return scene.send()


def _conflict(scene: Scene) -> TestResponse:
    """As if others had always been faster."""
    if not scene.is_take:
        scene.table.play_until(lambda game: game["legal_placements"])
    scene.monkeypatch.setattr(RedisGameLog, "append", lambda *_: None)
    return scene.play()


def _version_mismatch(scene: Scene) -> TestResponse:
    return scene.send(headers={"If-Match": '"99"'})


def _dropped(scene: Scene) -> TestResponse:
    return scene.send(json={**scene.table.legal_moves[0], "dropped": 99})


def _broken_rule(code: str) -> Callable[[Scene], TestResponse]:
    def send(scene: Scene) -> TestResponse:
        found = _take_refused if scene.is_take else _placement_refused
        scene.table.play_until(lambda game: found(game, code), seed=3)
        seat, body = found(scene.table.game, code) or (0, {})
        return scene.send(json=body, seat=seat)

    return send


def _take_refused(game: Json, code: str) -> tuple[int, Json] | None:
    if game["phase"] != "factory_offer":
        return None
    seat = game["current_seat"]
    refused = (take for take in takes(game) if refusal_of_take(game, take) == code)
    return next(((seat, take) for take in refused), None)


def _placement_refused(game: Json, code: str) -> tuple[int, Json] | None:
    return next(
        (
            (seat, place)
            for seat, place in placements(len(game["players"]))
            if refusal_of_placement(game, seat, place) == code
        ),
        None,
    )


def _rate_limited(scene: Scene) -> TestResponse:
    scene.restart(rate_creations=1, rate_commands=1, rate_reads=1)
    answers = (scene.send() for _ in range(100))
    return next(answer for answer in answers if answer.status_code == 429)


def _too_many_watchers(scene: Scene) -> TestResponse:
    """At a worker that has no place for anybody who waits."""
    scene.monkeypatch.setattr("service.app.MIN_WAITS", 0)
    scene.restart(streams=0)
    query = {"wait": 1} if scene.operation.id == "getGame" else {}
    etag = f'"{scene.table.version}"'
    return scene.send(query_string=query, headers={"If-None-Match": etag})


def _storage_unavailable(scene: Scene) -> TestResponse:
    scene.server.connected = False
    return scene.send()


def _log_corrupt(scene: Scene) -> TestResponse:
    if scene.operation.id == "createGame":
        key = {"Idempotency-Key": KEY}
        created = scene.send(headers=key).json
        assert created is not None
        scene.table = Table(scene.client, created)
    log = f"azul:{{{scene.table.id}}}:log"
    scene.store.delete(log)
    scene.store.xadd(log, {"x": "y"}, "1-0")
    scene.restart()
    return scene.send(headers={"Idempotency-Key": KEY})


RECIPES: dict[str, Callable[[Scene], TestResponse]] = {
    "malformed_request": _malformed,
    "not_acceptable": lambda scene: scene.send(headers={"Accept": "text/csv"}),
    "payload_too_large": _too_large,
    "unsupported_media_type": lambda scene: scene.send(data=b"", content_type="a/b"),
    "validation_failed": _invalid,
    "idempotency_key_reused": _key_reused,
    "token_missing": _token_missing,
    "token_invalid": _token_invalid,
    "wrong_game": _wrong_game,
    "game_not_found": _game_not_found,
    "version_not_found": _version_not_found,
    "not_your_turn": _not_your_turn,
    "game_finished": _finished,
    "wrong_phase": _wrong_phase,
    "conflict": _conflict,
    "version_mismatch": _version_mismatch,
    **{
        code: _broken_rule(code)
        for code in (
            "color_not_in_source",
            "display_empty",
            "line_holds_other_color",
            "line_full",
            "color_on_wall_row",
            "line_not_pending",
            "column_not_allowed",
        )
    },
    "dropped_too_many": _dropped,
    "rate_limited": _rate_limited,
    "storage_unavailable": _storage_unavailable,
    "too_many_watchers": _too_many_watchers,
    "log_corrupt": _log_corrupt,
}
