"""What these tests share: a data folder for each."""

import pytest


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"
