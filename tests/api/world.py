"""Games to throw wrong requests at, none of which may change anything."""

from typing import Any

import fakeredis

from service.app import create_app
from tests.api.checked_client import CheckedClient
from tests.api.spec import OPERATIONS
from tests.api.support import SETTINGS, Table, bearer, sit_down


class World:
    """A game for each operation that takes a body. Nothing that is sent here may
    change them, so all tests share them.
    """

    def __init__(self) -> None:
        self.store = fakeredis.FakeRedis()
        app = create_app(SETTINGS, self.store)
        app.test_client_class = CheckedClient
        self.client = app.test_client()
        self.offer = sit_down(self.client, starting_seat=0, seed="a1")
        self.tiling = sit_down(self.client, board="gray", starting_seat=0, seed="a1")
        self.tiling.play_until(lambda game: game["phase"] == "wall_tiling")
        self.before = self.mark()

    def mark(self) -> list[Any]:
        """All that is stored, and the ETags."""
        logs = [
            (key, self.store.xrange(key))
            for key in sorted(self.store.keys("azul:*:log"))
        ]
        tables = (self.offer, self.tiling)
        return [
            *logs,
            *(self.client.head(table.path).headers["ETag"] for table in tables),
        ]

    def table(self, operation: str) -> Table:
        return self.tiling if operation == "placeTile" else self.offer

    def path(self, operation: str) -> str:
        return OPERATIONS[operation].path.format(game_id=self.table(operation).id)

    def post(self, operation: str, body: bytes, query: str = "", **more):
        """Send `body` for a seat that may act."""
        table = self.table(operation)
        places = table.game["legal_placements"]
        seat = places[0]["seat"] if places else 0
        return self.client.post(
            self.path(operation) + query,
            data=body,
            headers=bearer(table.tokens[seat]),
            **{"content_type": "application/json", **more},
        )
