"""Other clients do not notice those that keep the service waiting.

`make chaos` has a thousand of each kind.
"""

import pytest

from chaos.slow_clients import BEHAVIORS, NOTICEABLE, client_count, run_slow_clients

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def service(start):
    return start(WORKERS="1", THREADS="8")


@pytest.mark.parametrize("behavior", BEHAVIORS)
def test_slow_clients_do_not_slow_down_others(service, behavior):
    """Ten for each thread: enough to keep all of them busy."""
    response_times = run_slow_clients(
        service.port, behavior, client_count(behavior, 80), seconds=0.5
    )

    assert response_times.times
    assert response_times.times[len(response_times.times) // 2] <= NOTICEABLE
