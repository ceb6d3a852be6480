"""The preflight check of an external store, at REDIS_URL."""

import logging

from redis.exceptions import RedisError

from service.runner.errors import StartError
from service.store import connect, run_preflight

log = logging.getLogger(__name__)


def warn_of_unsafe_store(url: str) -> None:
    """Log a warning if the store does not answer (yet), or may lose games.

    Raises `StartError` if `url` is not the URL of a store.
    """
    try:
        warnings = run_preflight(connect(url, connections=1)).warnings
    except ValueError:
        # The message of the error may contain a part of the password.
        raise StartError(
            "REDIS_URL is not a valid URL; special characters in its password must be "
            "percent-encoded, such as %2F for /"
        ) from None
    except RedisError as error:  # the cluster client connects at once
        warnings = (f"the store does not answer: {type(error).__name__}",)
    for warning in warnings:
        log.warning("the store at REDIS_URL may lose games: %s", warning)
