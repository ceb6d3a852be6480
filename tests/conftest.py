"""What all tests share: how much hypothesis tries, and fixtures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from testkit.store_proxy import Proxy

# The same examples on every run: what passed on one machine passes on the next.
settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# New examples on every run, by `pytest --hypothesis-profile deep`.
settings.register_profile(
    "deep", settings.get_profile("default"), derandomize=False, max_examples=5000
)
settings.load_profile("default")


@pytest.fixture
def data(tmp_path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def proxy(server) -> Iterator[Proxy]:
    """A proxy in front of the `server` that a test uses, to break its connections."""
    with Proxy(server.socket) as proxy:
        yield proxy
