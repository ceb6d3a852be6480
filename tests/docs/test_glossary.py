"""docs/glossary.md: every place that it names exists, and every room is there."""

import re
import tomllib

import pytest

from tests.docs.pages import ROOT, tables, text

PAGE = ROOT / "docs" / "glossary.md"
ROOMS, *TERMS = tables(PAGE)
ROWS = [row for rows in TERMS for row in rows]
MUST = {
    "display",
    "center",
    "lid",
    "bag",
    "draw",
    "pattern line",
    "wall",
    "floor line",
    "starting marker",
    "seat",
    "round",
    "event log",
    "entry",
    "commit",
    "version",
    "position",
    "digest chain",
    "idempotency key",
    "canonical request",
    "keyring",
    "encrypted seed",
    "commitment",
    "optimistic concurrency",
    "circuit breaker",
    "fixed-window counter",
    "quota batch",
    "preflight",
    "fan-out",
    "subscription",
    "keep-alive comment",
    "supervisor",
    "restarting process",
}


def test_every_room_of_the_service_has_its_line():
    folders = {
        f"`service/{path.parent.name}/`"
        for path in (ROOT / "service").glob("*/__init__.py")
    }
    assert {room for room, _ in ROOMS} == folders


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_term_has_one_sentence_and_a_place_that_exists(row):
    _, meaning, place = row
    path = ROOT / place.strip("`")

    assert path.is_file(), place
    assert re.fullmatch(r"[A-Z].*[^.]\.", meaning), meaning


def test_the_terms_of_a_table_are_in_alphabetical_order_and_none_stands_twice():
    terms = [[row[0].lower() for row in rows] for rows in TERMS]

    assert terms == [sorted(names) for names in terms]
    assert len({row[0].lower() for row in ROWS}) == len(ROWS)


def test_the_terms_that_a_newcomer_meets_first_are_explained():
    found = {re.sub(r" \(.*", "", row[0]) for row in ROWS}

    assert MUST - found == set()


def test_every_module_that_decides_what_a_word_means_is_named():
    """Rooms whose names are the field's terms: none of their modules is left out."""
    shown = text(PAGE)

    for room in ("credentials", "games", "store"):
        modules = {
            path.name
            for path in (ROOT / "service" / room).glob("*.py")
            if path.name not in {"__init__.py", "errors.py", "connect.py", "writer.py"}
        }
        missing = {name for name in modules if f"`service/{room}/{name}`" not in shown}
        assert missing == set()


def test_the_rooms_are_the_layers_that_are_enforced():
    project = tomllib.loads(text(ROOT / "pyproject.toml"))
    (contract,) = [
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["service"]
    ]
    layers = re.findall(r"\w+", " ".join(contract["layers"]))
    rooms = {room.strip("`").split("/")[1] for room, _ in ROOMS}

    assert rooms <= set(layers)
