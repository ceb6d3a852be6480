"""For every problem that openapi.yaml shows: the request that is answered by it."""

from collections.abc import Callable
from typing import Any

from werkzeug.test import TestResponse

from service.games.reader import Reader
from tests.api.recipes import RECIPES, Scene
from tests.api.support import Json
from tests.openapi.examples.answers import whole
from tests.openapi.examples.document import Place
from tests.openapi.examples.player import play_on, tiles_of
from tests.openapi.examples.service_pages import UNSAFE, configure
from tests.openapi.examples.stage import stage

Recipe = Callable[[Scene], TestResponse]
VERSION = 24
"""Where a game stands that has been played for a while."""


def problem(place: Place, component: str) -> Any:
    """The problem that `place` shows by the example `component`."""
    response = refused(place.operation or "getGame", component)
    assert str(response.status_code) == place.status, (
        f"{component} at {place} is answered by {response.text}"
    )
    return whole(response)


def refused(operation: str, component: str) -> TestResponse:
    """The answer of an operation to the recipe of the example `component`."""
    with stage(component) as own:
        return REFUSALS[component](own.scene(operation))


def _json(body: Json) -> Recipe:
    return lambda scene: scene.send(json=body)


def _query(**query: int) -> Recipe:
    return lambda scene: scene.send(query_string=query)


def _later(recipe: Recipe) -> Recipe:
    """`recipe` in a game that has been played for a while."""

    def send(scene: Scene) -> TestResponse:
        while scene.table.version < VERSION:
            play_on(scene.table)
        return recipe(scene)

    return send


def _cut_off(scene: Scene) -> TestResponse:
    """A download that ends in the midst of its last line."""
    path, media_type = f"{scene.table.path}/events", "application/x-ndjson"
    download = scene.client.get(path, headers={"Accept": media_type}).data
    return scene.send(data=download[:-30], content_type=media_type)


def _dropping_all(scene: Scene) -> TestResponse:
    game = scene.table.game
    move = max(game["legal_moves"], key=lambda move: tiles_of(game, move))
    return scene.send(json={**move, "line": 4, "dropped": tiles_of(game, move)})


def _stale(scene: Scene) -> TestResponse:
    return scene.send(headers={"If-Match": f'"{scene.table.version - 1}"'})


def _unsafe(scene: Scene) -> TestResponse:
    configure(scene.monkeypatch, UNSAFE)
    return scene.send()


def _fault(scene: Scene) -> TestResponse:
    """A fault of the service, asked for by a client that expects none."""

    def fail(*_: object) -> None:
        raise RuntimeError("for the example")

    scene.monkeypatch.setattr(Reader, "current", fail)
    app = scene.client.application
    app.test_client_class = None
    return app.test_client().get(scene.table.path)


_SPECIAL: dict[str, Recipe] = {
    "malformed_header": lambda scene: scene.send(headers={"Idempotency-Key": "1"}),
    "history_malformed": _cut_off,
    "new_game_invalid": _json(
        {"players": [{"name": "Ana"}, {"name": ""}], "color": "red"}
    ),
    "take_invalid": _json({"display": 4, "color": "blue", "line": 5}),
    "place_invalid": _json({"line": 0}),
    "version_invalid": _query(version=0),
    "picture_seat_invalid": _query(seat=2),
    "limit_invalid": _query(limit=0),
    "after_invalid": _query(after=-1),
    "version_not_found": _later(RECIPES["version_not_found"]),
    "replay_version_not_found": _later(RECIPES["version_not_found"]),
    "version_mismatch": _later(_stale),
    "dropped_too_many": _dropping_all,
    "storage_unsafe": _unsafe,
    "not_found": lambda scene: scene.client.get("/v1/game"),
    "method_not_allowed": lambda scene: scene.client.delete(scene.table.path),
    "internal_error": _fault,
}
_CODE_OF = {
    **dict.fromkeys(
        (
            "picture_not_acceptable",
            "events_not_acceptable",
            "notation_not_acceptable",
            "stream_not_acceptable",
            "yaml_not_acceptable",
            "page_not_acceptable",
        ),
        "not_acceptable",
    ),
    "history_too_large": "payload_too_large",
    "history_media_type_unsupported": "unsupported_media_type",
    "creation_key_reused": "idempotency_key_reused",
    "nothing_to_place": "not_your_turn",
    "wrong_phase_for_take": "wrong_phase",
    "wrong_phase_for_place": "wrong_phase",
    "last_event_id_invalid": "malformed_request",
    "creations_limited": "rate_limited",
    "commands_limited": "rate_limited",
    "store_unreachable": "storage_unavailable",
}
"""Examples that are answers of another operation to what the same recipe does."""
_SHOWN_BY_OTHERS = {"validation_failed", "wrong_phase"}
REFUSALS: dict[str, Recipe] = {
    **{code: RECIPES[code] for code in RECIPES if code not in _SHOWN_BY_OTHERS},
    **{example: RECIPES[code] for example, code in _CODE_OF.items()},
    **_SPECIAL,
}
