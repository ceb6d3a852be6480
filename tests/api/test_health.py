"""Whether the process lives, and whether it should be given work."""

from dataclasses import replace

import pytest

from tests.api.support import SETTINGS, assert_refused, body_of


@pytest.fixture
def configure(monkeypatch, store):
    """Lets the store say this of its configuration."""

    def answer(**config):
        said = {name.replace("_", "-"): value for name, value in config.items()}
        monkeypatch.setattr(type(store), "config_get", lambda *_: said)

    return answer


def test_the_process_lives_whatever_its_store_does(client, server):
    server.connected = False
    response = client.get("/livez")

    assert response.status_code == 200
    assert body_of(response) == {"status": "alive"}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_service_with_a_safe_store_is_ready(client, configure):
    configure(appendonly="yes", maxmemory_policy="noeviction")
    response = client.get("/readyz")

    assert response.status_code == 200
    assert body_of(response) == {"status": "ready", "warnings": []}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_service_without_its_store_is_not_ready(client, server):
    server.connected = False
    response = client.get("/readyz")

    assert_refused(response, 503, "storage_unavailable", "store")
    assert int(response.headers["Retry-After"]) >= 1


def test_it_is_ready_again_as_soon_as_the_store_is(client, server, configure):
    configure(appendonly="yes", maxmemory_policy="noeviction")
    server.connected = False
    assert client.get("/readyz").status_code == 503
    server.connected = True
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("config", "word"),
    [
        ({"appendonly": "no", "maxmemory_policy": "noeviction"}, "appendonly"),
        ({"appendonly": "yes", "maxmemory_policy": "allkeys-lru"}, "allkeys-lru"),
    ],
)
def test_a_service_whose_store_may_lose_games_is_not_ready(
    client, configure, config, word
):
    configure(**config)
    problem = assert_refused(client.get("/readyz"), 503, "storage_unavailable", "store")

    assert word in problem["errors"][0]["message"]


def test_an_unsafe_store_is_ready_where_it_is_allowed(start, configure):
    configure(appendonly="no", maxmemory_policy="allkeys-lru")
    client = start(replace(SETTINGS, allow_unsafe_store=True))
    response = client.get("/readyz")

    assert response.status_code == 200
    assert len(body_of(response)["warnings"]) == 2


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_questions_about_health_take_no_token_and_count_against_no_limit(start, path):
    client = start(replace(SETTINGS, rate_reads=1, allow_unsafe_store=True))

    assert {client.get(path).status_code for _ in range(50)} == {200}
