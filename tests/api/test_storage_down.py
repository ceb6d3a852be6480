"""Without its store the service says so, soon, and on every path that needs it."""

import socket
import time
from dataclasses import replace

import pytest

from service.app import create_app
from tests.api.checked_client import CheckedClient
from tests.api.support import (
    KEY,
    SETTINGS,
    assert_refused,
    bearer,
    body_of,
    order,
    sit_down,
)

SOON = 2.0
"""Seconds: two attempts of 0.8, and what else a request takes."""
SLACK = 1.0
"""Seconds that a busy machine may take besides."""
TAKE = {"display": 0, "color": "red", "line": 0}


@pytest.fixture(params=["connection refused", "no reply"])
def address(request, tmp_path):
    """A unix socket at which no store is to be had."""
    path = tmp_path / "store.sock"
    if request.param == "connection refused":
        yield path
        return
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(64)
        yield path


@pytest.fixture
def cut_off(address):
    """A client of a service that cannot reach its store."""
    app = create_app(replace(SETTINGS, redis_url=f"unix://{address}", rate_reads=1000))
    app.test_client_class = CheckedClient
    return app.test_client()


def requests(game_id, token):
    headers = {**bearer(token), "Idempotency-Key": KEY}
    game = f"/v1/games/{game_id}"
    return {
        "createGame": ("POST", "/v1/games", {"json": order()}),
        "createGame again": (
            "POST",
            "/v1/games",
            {"json": order(), "headers": {"Idempotency-Key": KEY}},
        ),
        "getGame": ("GET", game, {}),
        "getGame then": ("GET", f"{game}?version=1", {}),
        "listEvents": ("GET", f"{game}/events", {}),
        "takeTiles": ("POST", f"{game}/take-tiles", {"json": TAKE, "headers": headers}),
        "placeTile": (
            "POST",
            f"{game}/place-tile",
            {"json": {"line": 0, "column": 0}, "headers": headers},
        ),
        "getReadiness": ("GET", "/readyz", {}),
    }


OPERATIONS = list(requests("", ""))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_without_a_store_every_operation_answers_503_soon(cut_off, table, operation):
    method, path, more = requests(table.id, table.tokens[0])[operation]
    began = time.monotonic()
    response = cut_off.open(path, method=method, **more)
    lasted = time.monotonic() - began

    problem = body_of(response)
    assert (response.status_code, problem["code"]) == (503, "storage_unavailable")
    assert int(response.headers["Retry-After"]) >= 1
    assert "redis" not in response.text.lower()
    assert "sock" not in response.text
    assert lasted < SOON + SLACK


def test_what_needs_no_store_is_answered_all_the_same(cut_off):
    for path in ("/livez", "/openapi.yaml", "/openapi.json", "/docs"):
        assert cut_off.get(path).status_code == 200
    assert_refused(cut_off.get("/nowhere"), 404, "not_found")
    assert_refused(
        cut_off.post("/v1/games", json={}), 422, "validation_failed", "players"
    )


def test_an_outage_changes_nothing_and_passes(client, server):
    table = sit_down(client, seed="a1")
    before = table.mark()
    move = table.legal_moves[0]
    server.connected = False
    for _ in range(3):
        response = table.take(move, Idempotency_Key=KEY)
        assert response.status_code == 503
    server.connected = True

    assert table.mark() == before
    response = table.take(move, Idempotency_Key=KEY)
    assert response.status_code == 200
    assert "Idempotency-Replayed" not in response.headers
