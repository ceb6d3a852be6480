"""A redis-py client from a URL: single server, Sentinel or Cluster.

Three defaults of redis-py are replaced: it would send a write again whose reply was
lost (and then report a conflict with itself), wait for many seconds, and use at most
100 connections.
"""

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

Client = Any
"""A redis-py client. Its own types mix the replies of sync and async clients."""

CONNECT_TIMEOUT: Final = 0.5
"""Seconds to wait for a new connection, and for a free one of the pool."""
REPLY_TIMEOUT: Final = 0.8
"""Seconds to wait for a reply; two calls that fail still take less than two seconds."""
SENTINEL_PORT: Final = 26379


def connect(
    url: str,
    *,
    connections: int,
    blocking: bool = False,
    timeout: float = REPLY_TIMEOUT,
) -> Client:
    """A client for `url` with up to `connections` connections; none is opened yet.

    It waits `timeout` seconds for a reply; a `blocking` client waits without limit.
    The forms of `url` are:

    `redis://`, `rediss://`, `unix://` as redis-py reads them;
    `redis+sentinel://[user:password@]host:port,host:port/service[/db]`;
    `redis+cluster://[user:password@]host:port`.

    Raises `ValueError` for any other.
    """
    scheme = urlsplit(url).scheme
    options = _options(None if blocking else timeout)
    if scheme in ("redis", "rediss", "unix"):
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=CONNECT_TIMEOUT,
            **options,
        )
        return Redis(connection_pool=pool)
    if scheme == "redis+sentinel":
        return _sentinel(urlsplit(url), connections, options)
    if scheme == "redis+cluster":
        plain = url.replace("redis+cluster://", "redis://", 1)
        return RedisCluster.from_url(plain, max_connections=connections, **options)
    raise ValueError(f"unknown scheme {scheme!r} in the URL of the store")


def _options(timeout: float | None) -> dict[str, Any]:
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": min(timeout or CONNECT_TIMEOUT, CONNECT_TIMEOUT),
        "health_check_interval": 10 if timeout is None else 0,
        "retry": Retry(NoBackoff(), 0),
        # Sending the library's name to the server takes two more round trips.
        "driver_info": None,
    }


def _sentinel(url: SplitResult, connections: int, options: dict[str, Any]) -> Client:
    login, at, hosts = url.netloc.rpartition("@")
    service, _, db = url.path.strip("/").partition("/")
    if not service:
        raise ValueError("a redis+sentinel:// URL must end in the name of the service")
    sentinel: Any = Sentinel(  # type: ignore[no-untyped-call]
        [_host_port(part) for part in hosts.split(",")],
        sentinel_kwargs=_options(REPLY_TIMEOUT),
    )
    # redis-py reads user, password and query as in its other URLs.
    parsed: dict[str, Any] = parse_url(  # type: ignore[no-untyped-call]
        f"redis://{login}{at}/?{url.query}"
    )
    defaults = {"db": int(db or 0), "max_connections": connections, **options}
    return sentinel.master_for(service, **{**defaults, **parsed})


def _host_port(part: str) -> tuple[str, int]:
    host = urlsplit(f"//{part}")
    if not host.hostname:
        raise ValueError("a redis+sentinel:// URL must name the hosts of its sentinels")
    return host.hostname, host.port or SENTINEL_PORT
