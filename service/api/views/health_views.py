"""The endpoints for health checks."""

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.error_handlers import RETRY_AFTER_1_S
from service.api.problems import FieldError, Problem
from service.store import Preflight


def blueprint(preflight: Callable[[], Preflight], *, allow_unsafe: bool) -> Blueprint:
    """Routes for /livez, which depends on nothing, and /readyz.

    The service is ready if the store is usable and, unless `allow_unsafe`, without
    warnings.
    """
    routes = Blueprint("health", __name__)

    @routes.get("/livez", endpoint="getLiveness")
    def livez() -> Response:
        parsing.accepted(parsing.JSON)
        return _ok({"status": "alive"})

    @routes.get("/readyz", endpoint="getReadiness")
    def readyz() -> Response:
        parsing.accepted(parsing.JSON)
        store = preflight()
        if not store.usable or (store.warnings and not allow_unsafe):
            raise Problem(
                "storage_unavailable",
                "The game store is unavailable, or may lose games; see errors.",
                [FieldError("store", warning) for warning in store.warnings],
                RETRY_AFTER_1_S,
            )
        return _ok({"status": "ready", "warnings": store.warnings})

    return routes


def _ok(body: Mapping[str, object]) -> Response:
    return Response(
        msgspec.json.encode(body),
        content_type=parsing.JSON,
        headers={"Cache-Control": "no-store"},
    )
