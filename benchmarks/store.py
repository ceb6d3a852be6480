"""A real store with the use cases on top, for as long as a measurement takes."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.play import Played
from service.credentials.keyring import Keyring
from service.games.cache import GameCache
from service.games.game import Game
from service.games.reader import Reader
from service.games.service import GameOptions, GameService
from service.games.writer import Writer
from service.runner.data_folder import DataFolder
from service.runner.embedded_store import EmbeddedStore
from service.settings import Settings
from service.store import RedisGameLog, connect
from service.store.connect import Client
from testkit.waiting import wait_until

SECRET = "a secret that is used by benchmarks only"  # noqa: S105 -- guards nothing


class Store(NamedTuple):
    """Where games are played without HTTP."""

    redis: Client
    log: RedisGameLog
    reader: Reader
    games: GameService

    def play(self, played: Played) -> Game:
        """Play a recorded game again, from its creation to its last move."""
        options = GameOptions(played.names, "colored", 0, played.seed)
        created = self.games.create(options, key=None)
        game = created.game
        for move in played.moves:
            seat = self.games.authenticate(game.id, created.tokens[move.seat])
            game = self.games.execute(game.id, move._replace(seat=seat)).game
        return game


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
            wait_until(server.is_ready)
            yield server.url
        finally:
            server.stop(process)


@contextmanager
def open_store() -> Iterator[Store]:
    """An embedded store with the use cases on top."""
    with embedded_store() as url:
        redis = connect(url, connections=4)
        log, cache = RedisGameLog(redis), GameCache(2048)
        reader = Reader(log, cache)
        keyring = Keyring([SECRET])
        games = GameService(
            reader, Writer(log, cache), keyring, lambda: time.time_ns() // 10**6
        )
        with redis:
            yield Store(redis, log, reader, games)
