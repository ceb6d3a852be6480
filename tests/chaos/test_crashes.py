"""Everything is killed in the midst of games, and nothing that was told is lost.

`make chaos` kills more, and more often.
"""

import time

import pytest

from chaos.checker import check
from chaos.concurrent_games import Crowd
from chaos.crashes import strike
from chaos.service_under_test import EMBEDDED, Site

pytestmark = pytest.mark.server

SITES = {
    "its embedded store": (False, EMBEDDED),
    "a store beside it": (True, ["external store"]),
}


@pytest.mark.parametrize(("external", "victims"), SITES.values(), ids=SITES)
def test_what_was_acknowledged_is_there_whatever_is_killed(tmp_path, external, victims):
    with Site(tmp_path, external=external) as site:
        with Crowd(site.port, 8) as crowd:
            crowd.all_answered_since(time.monotonic())
            blows = strike(site, crowd, victims)
        crowd.check()

        assert [each.victim for each in blows] == list(victims)
        findings = check(site.log(), crowd.stories)
    assert findings.good, findings
    assert findings.acknowledged > 8 * len(victims)
