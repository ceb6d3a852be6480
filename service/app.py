"""Wiring: the only place that knows all parts."""

import time
from dataclasses import dataclass
from typing import Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import (
    commands,
    failures,
    games,
    health,
    history,
    limits,
    live,
    metrics,
    notation,
    options,
    origins,
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


def create_app(
    settings: Settings,
    redis: Client | None = None,
    run_heavy: replays.RunHeavy = replays.run_here,
) -> Flask:
    """The WSGI application for `settings`; opens no connection yet.

    `redis` is used instead of a client for `settings.redis_url` if it is given, and
    `run_heavy` to run what takes a second or more, away from other requests.
    """
    parts = _parts(settings, redis)
    app = _bare_app(settings)
    _register_hooks(app, settings, parts)
    _register_paths(app, settings, parts, run_heavy)
    app.extensions["hub"] = parts.hub  # for the server, to end the streams
    return app


@dataclass(frozen=True, slots=True)
class _Parts:
    client: Client
    counter: Client
    reader: Reader
    games: Games
    hub: Hub


def _parts(settings: Settings, redis: Client | None) -> _Parts:
    url = settings.redis_url
    calls = settings.store_connections
    client = redis or connect(url, connections=calls + SPARE_CONNECTIONS)
    log = EventLog(client, calls)
    cache = GameCache(CACHED_GAMES)
    reader = Reader(log, cache)
    return _Parts(
        client=client,
        counter=redis or connect(url, connections=1, patience=limits.PATIENCE),
        reader=reader,
        games=Games(reader, Writer(log, cache), Vault(settings.secrets), _now),
        hub=Hub(
            Feed(redis or connect(url, connections=1, blocking=True)),
            reader,
            streams=settings.streams,
            waits=settings.streams // 2,
        ),
    )


def _bare_app(settings: Settings) -> Flask:
    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0
        )
    return app


def _register_hooks(app: Flask, settings: Settings, parts: _Parts) -> None:
    """What happens around every request, in this order."""
    metrics.register(app)
    origins.register(app, settings.cors_origins)
    options.register(app)
    failures.register(app)
    rates = {
        "creations": settings.rate_creations,
        "commands": settings.rate_commands,
        "reads": settings.rate_reads,
    }
    limits.register(app, limits.Limits(Tally(parts.counter), rates))


def _register_paths(
    app: Flask, settings: Settings, parts: _Parts, run_heavy: replays.RunHeavy
) -> None:
    for blueprint in (
        games.blueprint(parts.games, parts.reader, parts.hub),
        commands.blueprint(parts.games),
        history.blueprint(parts.reader),
        live.blueprint(parts.hub, parts.reader),
        notation.blueprint(parts.reader),
        replays.blueprint(run_heavy),
        pictures.blueprint(parts.reader),
        web.blueprint(),
        pages.blueprint(),
        health.blueprint(
            lambda: check(parts.client), allow_unsafe=settings.allow_unsafe_store
        ),
        metrics.blueprint(),
    ):
        app.register_blueprint(blueprint)


def _now() -> int:
    return time.time_ns() // 1_000_000
