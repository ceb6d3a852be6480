"""Clients that keep the service waiting are not noticed by the others.

`make chaos` has a thousand of each kind.
"""

import pytest

from chaos.slow_clients import HABITS, UNNOTICED, number_of, suffer

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def service(start):
    return start(WORKERS="1", THREADS="8")


@pytest.mark.parametrize("habit", HABITS)
def test_others_do_not_notice(service, habit):
    """So many for each thread that all of them would be busy."""
    noticed = suffer(service.port, habit, number_of(habit, 80), seconds=0.5)

    assert noticed.times
    assert noticed.times[len(noticed.times) // 2] <= UNNOTICED
