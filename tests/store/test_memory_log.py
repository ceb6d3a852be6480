"""A log that is not in Redis keeps the contract, too. To test another store, copy this
file and change the fixtures.
"""

import pytest

from tests.store.contract import contract
from tests.store.memory_log import MemoryGameLog, MemoryStore


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def open_log(store):
    return lambda: MemoryGameLog(store)


@pytest.fixture
def damage(store):
    def change(game_id, version):
        store.logs[game_id][version - 1][b"t"] += b"0"

    return change


def test_the_contract_is_there_to_be_kept():
    assert len(contract()) >= 16


globals().update(contract())
