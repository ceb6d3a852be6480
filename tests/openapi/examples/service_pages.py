"""Health, metrics, and the pages and documents that are the same for all games."""

from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import fakeredis
import pytest

from service.api import metrics
from tests.api.support import NO_GAME, SETTINGS, sit_down
from tests.openapi.examples.answers import Answers
from tests.openapi.examples.excerpts import counters, first_lines, first_tag, title
from tests.openapi.examples.player import play_on
from tests.openapi.examples.stage import Stage

SAFE = {"appendonly": "yes", "maxmemory-policy": "noeviction"}
UNSAFE = {**SAFE, "appendonly": "no"}
SECONDS_A_REQUEST = 0.002


def configure(monkeypatch: pytest.MonkeyPatch, config: dict[str, str]) -> None:
    """Let the store say this of its configuration."""
    monkeypatch.setattr(fakeredis.FakeRedis, "config_get", lambda *_: config)


def show_health(stage: Stage, answers: Answers) -> None:
    """Show a process that is alive, and one that is ready, safe or not."""
    client = stage.start()
    answers.response("getLiveness", "alive", client.get("/livez"))
    configure(stage.monkeypatch, SAFE)
    answers.response("getReadiness", "ready", client.get("/readyz"))
    configure(stage.monkeypatch, UNSAFE)
    client = stage.start(replace(SETTINGS, allow_unsafe_store=True))
    answers.response("getReadiness", "unsafe_storage", client.get("/readyz"))


def show_metrics(stage: Stage, answers: Answers) -> None:
    """Show what was counted of three takes that took equally long."""
    reads = count()
    clock = SimpleNamespace(perf_counter=lambda: next(reads) * SECONDS_A_REQUEST)
    stage.monkeypatch.setattr(metrics, "time", clock)
    metrics.REQUEST_SECONDS.clear()
    table = sit_down(stage.start())
    for _ in range(3):
        play_on(table)
    answers.response("getMetrics", "counters", table.client.get("/metrics"), counters)


def show_documents(stage: Stage, answers: Answers) -> None:
    """Show how the description and the pages begin."""
    client = stage.start()
    for operation, name, path, shown in (
        ("getOpenapiYaml", "beginning", "/openapi.yaml", first_lines),
        ("getOpenapiJson", "beginning", "/openapi.json", title),
        ("getDocs", "page", "/docs", first_tag),
        ("getHomePage", "page", "/", first_tag),
        ("getGamePage", "page", f"/games/{NO_GAME}", first_tag),
    ):
        answers.response(operation, name, client.get(path), shown)
