"""Preflight check of an external store, at REDIS_URL."""

import logging

from redis.exceptions import RedisError

from service.runner.errors import StartError
from service.store import connect, run_preflight

log = logging.getLogger(__name__)


def warn_of_unfit_store(url: str) -> None:
    """Warn of a store that does not answer (it may still come up), or may lose games.

    Raises `StartError` if `url` is no address of a store.
    """
    try:
        warnings = run_preflight(connect(url, connections=1)).warnings
    except ValueError:
        # The error's own words may hold a part of the password.
        raise StartError(
            "REDIS_URL is no proper address; special characters in its password "
            "are written in percent form, as %2F for /"
        ) from None
    except RedisError as error:  # a cluster is asked for its parts at once
        warnings = (f"the store does not answer: {type(error).__name__}",)
    for warning in warnings:
        log.warning("the store at REDIS_URL is not fit to keep games: %s", warning)
