"""Whether the process lives, and whether it should be given work."""

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response

from service.api.incoming import JSON
from service.store import Check


def blueprint(check: Callable[[], Check], *, allow_unsafe: bool) -> Blueprint:
    """/livez asks nobody; /readyz asks the store, which must be safe to keep games."""
    routes = Blueprint("health", __name__)

    @routes.get("/livez", endpoint="getLiveness")
    def livez() -> Response:
        return _status({"status": "alive"}, 200)

    @routes.get("/readyz", endpoint="getReadiness")
    def readyz() -> Response:
        store = check()
        ready = store.reachable and (allow_unsafe or not store.warnings)
        body = {
            "status": "ready" if ready else "not_ready",
            "store_reachable": store.reachable,
            "warnings": list(store.warnings),
        }
        return _status(body, 200 if ready else 503)

    return routes


def _status(body: Mapping[str, object], status: int) -> Response:
    return Response(
        msgspec.json.encode(body),
        status,
        content_type=JSON,
        headers={"Cache-Control": "no-store"},
    )
