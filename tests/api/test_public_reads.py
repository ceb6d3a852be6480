"""Everyone reads the same, and reading changes nothing."""

import pytest

from tests.api.spec import SPEC
from tests.api.support import bearer, sit_down

PHASES = ["factory_offer", "wall_tiling", "finished"]
READS = [
    "/v1/games/{game}",
    "/v1/games/{game}?version=1",
    "/v1/games/{game}/events",
    "/v1/games/{game}/board.svg",
    "/v1/games/{game}/notation",
]


@pytest.fixture(params=PHASES)
def table(request, client):
    """A game on the gray board in each of its phases."""
    table = sit_down(client, board="gray", starting_seat=0, seed="a1")
    table.play_until(lambda game: game["phase"] == request.param)
    return table


@pytest.mark.parametrize("path", READS)
def test_all_readers_see_the_same_in_every_phase(table, path):
    """A player, a player of another game, a client without a token."""
    other = sit_down(table.client)
    path = path.format(game=table.id)
    shown = [
        table.client.get(path, headers=headers)
        for headers in (
            {},
            bearer(table.tokens[0]),
            bearer(table.tokens[1]),
            bearer(other.tokens[0]),
            bearer("nonsense"),
        )
    ]

    assert {response.status_code for response in shown} == {200}
    assert len({response.data for response in shown}) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_no_path_plays_or_creates_anything_when_it_is_only_looked_at(
    client, store, method
):
    table = sit_down(client, seed="a1")
    before = contents(store)

    for template in SPEC["paths"]:
        path = template.format(game_id=table.id)
        if not path.endswith("/stream"):  # which goes on, and has tests of its own
            client.open(path, method=method, headers=bearer(table.tokens[0]))

    assert contents(store) == before


def contents(store):
    return {key: store.xrange(key) for key in store.keys("azul:*:log")}


@pytest.mark.parametrize("protocol", ["websocket", "h2c", "TLS/1.3"])
def test_the_offer_of_another_protocol_is_ignored(client, protocol):
    upgrade = {"Connection": "keep-alive, Upgrade", "Upgrade": protocol}
    path = sit_down(client).path

    assert client.get(path, headers=upgrade).data == client.get(path).data
