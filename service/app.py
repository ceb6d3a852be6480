"""Wiring: the only place that knows all parts."""

import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import cors, error_handlers, metrics, rate_limit
from service.api.rate_limit import RateLimiter
from service.api.views import (
    command_views,
    event_views,
    game_views,
    health_views,
    notation_views,
    picture_views,
    replay_views,
    stream_views,
)
from service.api.views.replay_views import RunHeavy, one_at_a_time
from service.credentials.keyring import Keyring
from service.games.cache import GameCache
from service.games.reader import Reader
from service.games.service import GameService
from service.games.updates import Updates, WhileWaiting
from service.games.writer import Writer
from service.settings import Settings
from service.store import (
    Notifications,
    RedisGameLog,
    WindowCounter,
    connect,
    run_preflight,
)
from service.store.connect import Client
from service.web import api_docs, pages

MAX_BODY_BYTES: Final = 64 * 1024
CACHED_GAMES: Final = 2048
SPARE_CONNECTIONS: Final = 4
MIN_WAITS: Final = 16
"""Requests that may wait for a game, even where no streams are allowed."""


def create_app(
    settings: Settings,
    redis: Client | None = None,
    run_heavy: RunHeavy | None = None,
    while_waiting: WhileWaiting = nullcontext,
) -> Flask:
    """The WSGI application for `settings`; opens no connection yet.

    `redis` is used instead of a client for `settings.redis_url` if it is given. A
    server may give `run_heavy` to run what takes a second or more, away from other
    requests, and `while_waiting`, within which a request waits for a game to move on.
    """
    parts = _parts(settings, redis, while_waiting)
    app = _bare_app(settings)
    _register_hooks(app, settings, parts)
    _register_views(app, settings, parts, run_heavy or one_at_a_time())
    app.extensions["updates"] = parts.updates  # for the server, to end the streams
    return app


@dataclass(frozen=True, slots=True)
class _Parts:
    client: Client
    counter_client: Client
    reader: Reader
    games: GameService
    updates: Updates


def _parts(
    settings: Settings, redis: Client | None, while_waiting: WhileWaiting
) -> _Parts:
    url = settings.redis_url
    connections = settings.concurrency + SPARE_CONNECTIONS
    client = redis or connect(url, connections=connections)
    log = RedisGameLog(client)
    cache = GameCache(CACHED_GAMES)
    reader = Reader(log, cache)
    writer = Writer(log, cache)
    return _Parts(
        client=client,
        counter_client=redis
        or connect(url, connections=1, timeout=rate_limit.FETCH_TIMEOUT),
        reader=reader,
        games=GameService(reader, writer, Keyring(settings.secrets), _now),
        updates=Updates(
            Notifications(redis or connect(url, connections=1, blocking=True)),
            reader,
            streams=settings.streams,
            waits=max(settings.streams // 2, MIN_WAITS),
            while_waiting=while_waiting,
        ),
    )


class _App(Flask):
    """Ignores the offer of another protocol (RFC 9110, section 7.8); Flask would refuse
    that of WebSocket as a malformed request.
    """

    def wsgi_app(self, environ: Any, start_response: Any) -> Any:
        environ.pop("HTTP_UPGRADE", None)
        return super().wsgi_app(environ, start_response)


def _bare_app(settings: Settings) -> Flask:
    app = _App("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
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
    cors.register(app, settings.cors_origins)
    error_handlers.register(app)
    rates = {
        "creations": settings.rate_creations,
        "commands": settings.rate_commands,
        "reads": settings.rate_reads,
    }
    limiter = RateLimiter(WindowCounter(parts.counter_client), rates)
    rate_limit.register(app, limiter)


def _register_views(
    app: Flask, settings: Settings, parts: _Parts, run_heavy: RunHeavy
) -> None:
    for blueprint in (
        game_views.blueprint(parts.games, parts.reader, parts.updates),
        command_views.blueprint(parts.games),
        event_views.blueprint(parts.reader),
        stream_views.blueprint(parts.updates, parts.reader),
        notation_views.blueprint(parts.reader),
        replay_views.blueprint(run_heavy),
        picture_views.blueprint(parts.reader),
        pages.blueprint(),
        api_docs.blueprint(),
        health_views.blueprint(
            lambda: run_preflight(parts.client),
            allow_unsafe=settings.allow_unsafe_store,
        ),
        metrics.blueprint(),
    ):
        app.register_blueprint(blueprint)


def _now() -> int:
    return time.time_ns() // 1_000_000
