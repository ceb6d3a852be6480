"""Many clients, one turn: one entry comes of it, and the others are told the truth.

`make races` is the long version.
"""

import pytest

from chaos.checker import check
from chaos.races import race
from chaos.refusal_check import lies

pytestmark = pytest.mark.server


def test_raced_commands_make_one_entry_each_and_the_losers_are_told_why(start, log):
    """At four tables, one of each board, on two workers."""
    results = race(start(WORKERS="2").port, tables=4, commands=800)

    assert results.commands >= 800
    assert results.faults == []
    assert list(lies(log, results.refusals)) == []
    findings = check(log, results.stories)
    assert findings.good, findings
    assert findings.entries == findings.acknowledged, "everything was told to somebody"
    placed = {code for kind, code in results.told if kind == "placement"}
    assert placed == {""}, "nobody has to place again because somebody else did"
