"""A log that is not in Redis keeps the contract, too. To test another store, copy this
file and change the fixture.
"""

import pytest

from tests.store.contract import contract
from tests.store.memory_log import MemoryGameLog


@pytest.fixture
def log():
    return MemoryGameLog()


def test_the_contract_is_there_to_be_kept():
    assert len(contract()) >= 12


globals().update(contract())
