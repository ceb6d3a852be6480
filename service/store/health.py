"""Whether the store answers, and whether it is set up to keep games."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from redis.exceptions import ResponseError

from service.store.connect import Client
from service.store.errors import REDIS_ERRORS

OLDEST_SERVER: Final = (6, 2)


class Check(NamedTuple):
    """The store answers (`reachable`), and what is unsafe about it, in words."""

    reachable: bool
    warnings: tuple[str, ...]


def check(redis: Client) -> Check:
    """Look at the store's version, persistence and eviction policy; never raises."""
    try:
        redis.ping()
        return Check(True, (*_version(redis), *_settings(redis)))
    except REDIS_ERRORS as error:
        return Check(False, (f"the store does not answer: {type(error).__name__}",))


def _version(redis: Client) -> list[str]:
    version = str(_ask(redis.info, "server").get("redis_version", "7.2"))
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_SERVER:
        return [f"server version {version} is too old; 6.2 or newer is needed"]
    return []


def _settings(redis: Client) -> list[str]:
    config = _ask(redis.config_get, "appendonly", "maxmemory-policy")
    warnings = []
    if config.get("appendonly", "yes") != "yes":
        warnings.append("appendonly is off: games are lost when the server stops")
    policy = config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        warnings.append(f"maxmemory-policy is {policy}: the server may delete games")
    return warnings


def _ask(command: Callable[..., Any], *names: str) -> dict[str, Any]:
    """What the server says of itself; nothing where it hides it, as hosted ones do."""
    try:
        answer: dict[str, Any] = command(*names)
    except ResponseError:
        return {}
    return answer
