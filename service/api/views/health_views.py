"""The endpoints that say whether the process is alive, and ready for requests."""

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response

from service.api import request_parsing as parsing
from service.api.error_handlers import RETRY_AFTER_1_S
from service.api.problems import FieldError, Problem
from service.store import Preflight


def blueprint(preflight: Callable[[], Preflight], *, allow_unsafe: bool) -> Blueprint:
    """/livez depends on nothing; /readyz on the store, which must be safe for games."""
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
                "The game store is unavailable, or not safe to keep games.",
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
