"""The preflight check: whether the store can be written, and is safe for games."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from redis.exceptions import ResponseError

from service.store.connect import Client
from service.store.errors import REDIS_ERRORS

MIN_SERVER_VERSION: Final = (6, 2)


class Preflight(NamedTuple):
    """The result: `usable` if the store answers and can be written.

    `warnings` say why it is not usable, or may lose games, each as a clause.
    """

    usable: bool
    warnings: tuple[str, ...]


def run_preflight(redis: Client) -> Preflight:
    """Check the store's state, version and settings; its errors become warnings."""
    try:
        redis.ping()
        info = _query(redis.info)
        faults = _write_faults(info)
        warnings = (*faults, *_version_warnings(info), *_setting_warnings(redis))
        return Preflight(not faults, warnings)
    except REDIS_ERRORS as error:
        return Preflight(False, (f"the store does not answer: {type(error).__name__}",))


def _write_faults(info: Mapping[str, Any]) -> list[str]:
    """Why the store cannot be written now."""
    faults = []
    if info.get("role", "master") != "master":
        faults.append("the store is a replica, which cannot be written")
    if 0 < info.get("maxmemory", 0) <= info.get("used_memory", 0):
        faults.append("the store's memory is full")
    if info.get("aof_last_write_status", "ok") != "ok":
        faults.append("the store cannot write to its disk")
    return faults


def _version_warnings(info: Mapping[str, Any]) -> list[str]:
    version = str(info.get("redis_version", "7.2"))
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < MIN_SERVER_VERSION:
        return [f"server version {version} is too old; 6.2 or newer is needed"]
    return []


def _setting_warnings(redis: Client) -> list[str]:
    config = _query(redis.config_get, "appendonly", "maxmemory-policy")
    warnings = []
    if config.get("appendonly", "yes") != "yes":
        warnings.append("appendonly is off: games are lost when the server stops")
    policy = config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        warnings.append(f"maxmemory-policy is {policy}: the server may delete games")
    return warnings


def _query(command: Callable[..., Any], *names: str) -> dict[str, Any]:
    """The server's answer; empty if the command is disabled, as by some providers."""
    try:
        answer: dict[str, Any] = command(*names)
    except ResponseError:
        return {}
    return answer
