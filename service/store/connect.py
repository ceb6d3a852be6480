"""A redis-py client from a URL: single server, Sentinel or Cluster.

redis-py's own defaults do harm here: it would re-send a write whose answer was lost
(and then report a conflict with itself), wait for many seconds, and hand out at most
100 connections. All three are set on purpose.
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
"""A redis-py client; its own types mix what sync and async clients answer."""

CONNECT_TIMEOUT: Final = 0.5
"""Seconds for connecting, and for a free connection of the pool."""
ANSWER_TIMEOUT: Final = 0.8
"""Seconds for an answer. Two failing calls still fit into two seconds."""
SENTINEL_PORT: Final = 26379


def connect(
    url: str,
    *,
    connections: int,
    blocking: bool = False,
    timeout: float = ANSWER_TIMEOUT,
) -> Client:
    """A client for `url`, opening no socket yet.

    It waits `timeout` seconds for a reply, a `blocking` one as long as it takes.

    `redis://`, `rediss://`, `unix://` as redis-py reads them;
    `redis+sentinel://[user:password@]host:port,host:port/service[/db]`;
    `redis+cluster://[user:password@]host:port`. Raises ValueError for anything else.
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
    raise ValueError(f"cannot connect to a {scheme or 'nameless'}:// store")


def _options(timeout: float | None) -> dict[str, Any]:
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": min(timeout or CONNECT_TIMEOUT, CONNECT_TIMEOUT),
        "health_check_interval": 10 if timeout is None else 0,
        "retry": Retry(NoBackoff(), 0),
        # Telling the server our library's name takes two more round trips.
        "driver_info": None,
    }


def _sentinel(url: SplitResult, connections: int, options: dict[str, Any]) -> Client:
    login, at, hosts = url.netloc.rpartition("@")
    service, _, db = url.path.strip("/").partition("/")
    if not service:
        raise ValueError("a redis+sentinel:// URL ends in the name of the service")
    sentinel: Any = Sentinel(  # type: ignore[no-untyped-call]
        [_host_port(part) for part in hosts.split(",")],
        sentinel_kwargs=_options(ANSWER_TIMEOUT),
    )
    # Login and query as redis-py reads them in the other URLs.
    given: dict[str, Any] = parse_url(  # type: ignore[no-untyped-call]
        f"redis://{login}{at}/?{url.query}"
    )
    known = {"db": int(db or 0), "max_connections": connections, **options}
    return sentinel.master_for(service, **{**known, **given})


def _host_port(part: str) -> tuple[str, int]:
    host = urlsplit(f"//{part}")
    if not host.hostname:
        raise ValueError("a redis+sentinel:// URL names the hosts of its sentinels")
    return host.hostname, host.port or SENTINEL_PORT
