"""Metrics for operators: the number of requests of each kind, and their duration.

Labels are operations and statuses, never games, players or addresses. Each worker
writes its counts to a file in the folder `PROMETHEUS_MULTIPROC_DIR`; the worker that
answers /metrics adds them up.
"""

import os
import time
from typing import Final

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

REQUEST_SECONDS: Final = Histogram(
    "azul_request_seconds",
    "Time until a request was answered; a stream is answered when it begins.",
    ["operation", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 30),
)


def register(app: Flask) -> None:
    """Count every request. Must be registered first: later hooks may refuse one."""

    @app.before_request
    def start_timer() -> None:
        g.started_at = time.perf_counter()

    @app.after_request
    def observe(response: Response) -> Response:
        operation = (request.endpoint or "unknown").rpartition(".")[2]
        seconds = time.perf_counter() - g.started_at
        REQUEST_SECONDS.labels(operation, response.status_code).observe(seconds)
        return response


def blueprint() -> Blueprint:
    """/metrics, in the text format of Prometheus."""
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics", endpoint="getMetrics")
    def metrics() -> Response:
        return Response(
            generate_latest(_registry()),
            content_type=CONTENT_TYPE_LATEST,
            headers={"Cache-Control": "no-store"},
        )

    return routes


def _registry() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
