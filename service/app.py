"""Wiring: the only place that knows all parts."""

import time
from typing import Final

from flask import Flask
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import (
    commands,
    failures,
    games,
    health,
    history,
    limits,
    live,
    notation,
    options,
    pages,
    pictures,
    replays,
    web,
)
from service.play.cache import GameCache
from service.play.games import Games
from service.play.live import Hub
from service.play.reader import Reader
from service.play.vault import Vault
from service.play.writer import Writer
from service.settings import Settings
from service.store import EventLog, Feed, Tally, check, connect
from service.store.connect import Client

LARGEST_BODY: Final = 64 * 1024
CACHED_GAMES: Final = 2048
SPARE_CONNECTIONS: Final = 4
EXPOSED: Final = ("ETag", "Location", "Retry-After", "Idempotency-Replayed")


def create_app(settings: Settings, redis: Client | None = None) -> Flask:
    """The WSGI application for `settings`; opens no connection yet.

    `redis` is used instead of a client for `settings.redis_url` if it is given.
    """
    url = settings.redis_url
    client = redis or connect(url, connections=settings.threads + SPARE_CONNECTIONS)
    log = EventLog(client)
    cache = GameCache(CACHED_GAMES)
    reader = Reader(log, cache)
    writing = Games(reader, Writer(log, cache), Vault(settings.secrets), _now)
    hub = Hub(
        Feed(redis or connect(url, connections=1, blocking=True)),
        reader,
        streams=settings.streams,
        waits=settings.threads // 2,
    )

    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    CORS(
        app,
        origins=list(settings.cors_origins),
        expose_headers=list(EXPOSED),
        send_wildcard=True,
    )
    options.register(app)
    app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
        app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0
    )
    failures.register(app)
    limits.register(app, limits.Limits(Tally(client), _rates(settings)))
    app.register_blueprint(games.blueprint(writing, reader, hub))
    app.register_blueprint(commands.blueprint(writing))
    app.register_blueprint(history.blueprint(reader))
    app.register_blueprint(live.blueprint(hub, reader))
    app.register_blueprint(notation.blueprint(reader))
    app.register_blueprint(replays.blueprint())
    app.register_blueprint(pictures.blueprint(reader))
    app.register_blueprint(web.blueprint())
    app.register_blueprint(pages.blueprint())
    app.register_blueprint(
        health.blueprint(
            lambda: check(client), allow_unsafe=settings.allow_unsafe_store
        )
    )
    app.extensions["hub"] = hub
    return app


def _rates(settings: Settings) -> dict[str, int]:
    return {
        "creations": settings.rate_creations,
        "commands": settings.rate_commands,
        "reads": settings.rate_reads,
    }


def _now() -> int:
    return time.time_ns() // 1_000_000
