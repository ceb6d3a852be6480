"""Golden logs are added where there are none; those that exist stay as they are."""

import json

import pytest

from tests.golden import make

OTHERS = ("gray_2", "gray_3")


@pytest.fixture
def two_games(monkeypatch):
    """Few, so that the tests are quick."""
    games = {name: make.GAMES[name] for name in OTHERS}
    monkeypatch.setattr(make, "GAMES", games)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_there_is_kept_and_what_is_missing_is_made(tmp_path, two_games):
    make.main(tmp_path)
    made = contents(tmp_path)
    (tmp_path / "gray_2.jsonl").write_text("of an earlier release")
    (tmp_path / "gray_3.jsonl").unlink()
    (tmp_path / "gray_3.json").unlink()

    make.main(tmp_path)

    assert contents(tmp_path) == made | {"gray_2.jsonl": b"of an earlier release"}


def test_half_a_game_is_not_overwritten(tmp_path, two_games):
    (tmp_path / "gray_2.jsonl").write_text("of an earlier release")

    with pytest.raises(FileExistsError):
        make.main(tmp_path)

    assert contents(tmp_path) == {"gray_2.jsonl": b"of an earlier release"}


@pytest.mark.parametrize("schema", [1, 2, 3])
def test_the_keys_of_each_schema_are_its_own_so_that_ids_are(monkeypatch, schema):
    """One store takes the logs of all."""
    keys = []
    for number in (schema, schema + 1):
        monkeypatch.setattr(make, "SCHEMA", number)
        keys.append(make.Maker("gray_2").key(1))

    assert keys[0] != keys[1]


def test_the_keys_of_schema_1_are_made_again(monkeypatch):
    monkeypatch.setattr(make, "SCHEMA", 1)
    found = {path.stem: path for path in (make.FOLDER / "schema_1").glob("*.json")}

    assert len(found.keys() & make.GAMES.keys()) >= 12
    for name in found.keys() & make.GAMES.keys():
        creation = json.loads(found[name].read_text("utf-8"))["creation"]
        assert creation["key"] == make.Maker(name).key(1)
