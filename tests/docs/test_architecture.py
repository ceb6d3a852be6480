"""docs/architecture.md names what there is: layers, dependencies, an entry's fields."""

import re
import tomllib

from service.credentials.seeded_draws import SeededDraws
from service.rules import CreateGame, decide
from service.store import Draft
from service.store.codec import encode
from tests.docs.pages import ROOT, table

PAGE = ROOT / "docs" / "architecture.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_dependency_has_its_reason():
    required = PROJECT["project"]["dependencies"]
    names = [re.split(r"[\[<>=;]", requirement)[0] for requirement in required]

    rows = table(PAGE, "package")

    assert [name for name, *_ in rows] == names
    assert all(reason and evidence for _, reason, evidence in rows)


def test_every_layer_is_named_in_the_order_that_is_held():
    (contract,) = [
        contract
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["service"]
    ]
    rank = {
        name: place
        for place, layer in enumerate(contract["layers"])
        for name in layer.replace(" ", "").split("|")
    }

    shown = [
        folder.strip("`").removeprefix("service/").removesuffix("/").removesuffix(".py")
        for folder, *_ in table(PAGE, "folder")
    ]

    assert sorted(shown) == sorted(rank)
    assert [rank[name] for name in shown] == sorted(rank.values())


def test_every_layer_exists():
    for folder, *_ in table(PAGE, "folder"):
        assert (ROOT / folder.strip("`")).exists()


def test_every_field_of_an_entry_is_named_in_its_order():
    randomness = SeededDraws("a1", "0" * 32, seeded=True)
    create = CreateGame(("Ana", "Rui"), "colored", 0)
    events = decide(None, create, randomness).events
    entry = encode(
        "", "", Draft(at=0, by=None, key="", encrypted_seed="", events=events)
    )

    assert [field for field, _ in table(PAGE, "field")] == [
        f"`{name.decode()}`" for name in entry
    ]
