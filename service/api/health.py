"""Whether the process lives, and whether it should be given work."""

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response

from service.api import incoming
from service.api.failures import RETRY_SOON
from service.api.problems import FieldError, Problem
from service.store import Check


def blueprint(check: Callable[[], Check], *, allow_unsafe: bool) -> Blueprint:
    """/livez asks nobody; /readyz asks the store, which must be safe to keep games."""
    routes = Blueprint("health", __name__)

    @routes.get("/livez", endpoint="getLiveness")
    def livez() -> Response:
        incoming.accepted(incoming.JSON)
        return _ok({"status": "alive"})

    @routes.get("/readyz", endpoint="getReadiness")
    def readyz() -> Response:
        incoming.accepted(incoming.JSON)
        store = check()
        if not store.usable or (store.warnings and not allow_unsafe):
            raise Problem(
                "storage_unavailable",
                "The store cannot be trusted with games now.",
                [FieldError("store", warning) for warning in store.warnings],
                RETRY_SOON,
            )
        return _ok({"status": "ready", "warnings": store.warnings})

    return routes


def _ok(body: Mapping[str, object]) -> Response:
    return Response(
        msgspec.json.encode(body),
        content_type=incoming.JSON,
        headers={"Cache-Control": "no-store"},
    )
