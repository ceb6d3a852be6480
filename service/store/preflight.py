"""Whether the store takes games, and whether it is set up to keep them."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from redis.exceptions import ResponseError

from service.store.connect import Client
from service.store.errors import REDIS_ERRORS

OLDEST_SERVER: Final = (6, 2)


class Preflight(NamedTuple):
    """The store answers and takes entries (`usable`), and what is wrong with it or
    unsafe about it, in words.
    """

    usable: bool
    warnings: tuple[str, ...]


def run_preflight(redis: Client) -> Preflight:
    """Look at the store's state, version and settings; never raises."""
    try:
        redis.ping()
        told = _ask(redis.info)
        faults = _faults(told)
        return Preflight(not faults, (*faults, *_version(told), *_settings(redis)))
    except REDIS_ERRORS as error:
        return Preflight(False, (f"the store does not answer: {type(error).__name__}",))


def _faults(told: Mapping[str, Any]) -> list[str]:
    """Why no entry can be written now."""
    faults = []
    if told.get("role", "master") != "master":
        faults.append("the store is a replica, which takes no entries")
    if 0 < told.get("maxmemory", 0) <= told.get("used_memory", 0):
        faults.append("the store's memory is full")
    if told.get("aof_last_write_status", "ok") != "ok":
        faults.append("the store cannot write to its disk")
    return faults


def _version(told: Mapping[str, Any]) -> list[str]:
    version = str(told.get("redis_version", "7.2"))
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
