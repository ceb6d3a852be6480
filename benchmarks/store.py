"""A real store with the use cases on top, for as long as a measurement takes."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.play import Played
from service.play.cache import GameCache
from service.play.game import Game
from service.play.games import Games, Order
from service.play.reader import Reader
from service.play.vault import Vault
from service.play.writer import Writer
from service.rules import TakeTiles
from service.serve.embedded import EmbeddedStore
from service.serve.folder import DataFolder
from service.settings import Settings
from service.store import EventLog, connect
from service.store.connect import Client

SECRET = "a secret that is used by benchmarks only"  # noqa: S105 -- guards nothing


class Store(NamedTuple):
    """Where games are played without HTTP."""

    redis: Client
    log: EventLog
    reader: Reader
    games: Games

    def play(self, played: Played) -> Game:
        """Play a recorded game again, from its creation to its last move."""
        order = Order(played.names, "colored", 0, played.seed)
        created = self.games.create(order, key=None)
        game = created.game
        for move in played.moves:
            token = created.tokens[move.seat]
            game = self.games.act(game.id, token, _wish(move)).game
        return game


def _wish(move: TakeTiles) -> Callable[[int], TakeTiles]:
    """The command of whoever asks; a recorded one knows its seat already."""
    return lambda _: move


@contextmanager
def embedded_store() -> Iterator[str]:
    """The address of an embedded store of its own, gone with its data afterwards.

    It is set up as the service would set it up here; see `APPENDFSYNC`.
    """
    with tempfile.TemporaryDirectory(prefix="azul-bench-") as folder:
        settings = Settings.from_env(os.environ)
        server = EmbeddedStore(DataFolder(Path(folder)), settings.appendfsync)
        process = server.spawn()
        try:
            deadline = time.monotonic() + 10
            while not server.answers():
                if time.monotonic() > deadline:
                    raise TimeoutError(server.last_words())
                time.sleep(0.01)
            yield server.url
        finally:
            server.stop(process)


@contextmanager
def open_store() -> Iterator[Store]:
    """An embedded store with the use cases on top."""
    with embedded_store() as url:
        redis = connect(url, connections=4)
        log, cache = EventLog(redis), GameCache(2048)
        reader = Reader(log, cache)
        vault = Vault([SECRET])
        games = Games(
            reader, Writer(log, cache), vault, lambda: time.time_ns() // 10**6
        )
        with redis:
            yield Store(redis, log, reader, games)
