"""A service that answers the same requests with the same bytes, on every run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from uuid import NAMESPACE_URL, uuid5

import fakeredis
import pytest
from flask.testing import FlaskClient

from service import app
from service.api import problems, rate_limit
from service.games import service as games
from service.store import WindowCounter
from tests.api.recipes import Scene
from tests.api.workers import workers

SEED = "cf2b88a21506c0c69727366f9299c0f82a1c6929d878f9b31ad2c0afe6edd5bd"
SALT = "a5debc5872a93d5f23e3d021be4fbd81"
CREATED = 1_777_919_400_125
"""When the games of the examples begin, in milliseconds since 1970."""
SECONDS_LEFT = 4.0
"""Until a client who has asked too much may go on."""


class Stage:
    """A store, workers on it, and what was fixed for them."""

    def __init__(
        self,
        server: fakeredis.FakeServer,
        start: Callable[..., FlaskClient],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.server = server
        self.start = start
        self.monkeypatch = monkeypatch

    def scene(self, operation: str) -> Scene:
        """A game on this stage, and one operation to ask for."""
        return Scene(operation, self.server, self.start, self.monkeypatch)


@contextmanager
def stage(example: str, seed: str = SEED) -> Iterator[Stage]:
    """A stage of its own for the example of this name, which also names the
    `instance` of a problem. `seed` is that of all games that name none.
    """
    server = fakeredis.FakeServer()
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        workers(fakeredis.FakeRedis(server=server)) as start,
    ):
        _fix(monkeypatch, example, seed)
        yield Stage(server, start, monkeypatch)


def _fix(monkeypatch: pytest.MonkeyPatch, example: str, seed: str) -> None:
    """Replace all that differs from run to run and is shown in an answer."""
    seeds = SimpleNamespace(token_hex=lambda size: SALT if size == 16 else seed)
    instance = uuid5(NAMESPACE_URL, f"urn:azul:example:{example}")
    clock = _times()
    monkeypatch.setattr(games, "secrets", seeds)
    monkeypatch.setattr(problems, "uuid4", lambda: instance)
    monkeypatch.setattr(app, "_now", lambda: next(clock))
    monkeypatch.setattr(WindowCounter, "add", _counted())
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 0.0))


def _times() -> Iterator[int]:
    """The times of the creation and of each command after it: players take their time,
    but not always the same.
    """
    now = CREATED
    while True:
        yield now
        now += 4_000 + now * 7_919 % 27_103


def _counted() -> Callable[..., tuple[int, float]]:
    """Counts as the store does, in a window of which some seconds are always left."""
    count = WindowCounter.add

    def add(
        self: WindowCounter, name: str, amount: int, seconds: int
    ) -> tuple[int, float]:
        return count(self, name, amount, seconds)[0], SECONDS_LEFT

    return add
