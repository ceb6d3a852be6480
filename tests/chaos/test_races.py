"""Of commands for one turn one is carried out, the others get the correct reason.

`make races` is the long version.
"""

import pytest

from chaos.checker import check
from chaos.races import race
from chaos.refusal_check import false_refusals
from service.rules import BOARDS

pytestmark = pytest.mark.server


def test_one_of_raced_commands_is_carried_out_and_the_others_are_told_why(start, log):
    """At a table for each board, on two workers."""
    results = race(start(WORKERS="2").port, tables=len(BOARDS), commands=800)

    assert results.commands >= 800
    assert results.faults == []
    assert list(false_refusals(log, results.refusals)) == []
    findings = check(log, results.games)
    assert findings.good, findings
    assert findings.entries == findings.acknowledged, "every entry was acknowledged"
    placed = {code for kind, code in results.outcomes if kind == "placement"}
    assert placed == {""}, "no seat has to place again because another one did"
