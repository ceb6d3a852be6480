"""Processes are killed while games go on, and nothing that was acknowledged is lost.

`make chaos` kills more, and more often.
"""

import time

import pytest

from chaos.checker import check
from chaos.concurrent_players import ConcurrentPlayers
from chaos.crashes import run_kills
from chaos.service_under_test import EMBEDDED, ServiceUnderTest

pytestmark = pytest.mark.server

STORES = {
    "its embedded store": (False, EMBEDDED),
    "a store beside it": (True, ["external store"]),
}


@pytest.mark.parametrize(("external", "targets"), STORES.values(), ids=STORES)
def test_what_was_acknowledged_is_there_whatever_is_killed(tmp_path, external, targets):
    with ServiceUnderTest(tmp_path, external=external) as service:
        with ConcurrentPlayers(service.port, 8) as players:
            players.all_answered_since(time.monotonic())
            recovery_times = run_kills(service, players, targets)
        players.check()

        assert [each.target for each in recovery_times] == list(targets)
        findings = check(service.log(), players.games)
    assert findings.good, findings
    assert findings.acknowledged > 8 * len(targets)
