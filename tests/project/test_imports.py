"""The pure packages import what is named here, and nothing else.

An allow-list: import-linter can only forbid modules by name, and such a list has gaps.
"""

import ast
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "service"
TYPING = {"collections", "collections.abc", "dataclasses", "functools", "typing"}
ALLOWED = {
    "rules": TYPING | {"itertools", "operator"},
    "formats": TYPING | {"datetime", "json", "math", "re"},
    "notation": TYPING | {"re", "service.formats", "service.rules"},
    "pictures": TYPING
    | {"itertools", "math", "pathlib", "re", "unicodedata", "xml.etree.ElementTree"}
    | {"service.formats", "service.rules"},
}
"""`datetime` is used as a calendar, `pathlib` to read a style sheet of the package."""


def imported(package):
    for path in sorted((SERVICE / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, "imports are absolute"
                yield node.module


def is_allowed(name, package):
    inside = (f"service.{package}", *ALLOWED[package])
    ours = {each for each in inside if each.startswith("service.")}
    return name in inside or any(name.startswith(f"{each}.") for each in ours)


@pytest.mark.parametrize("package", ALLOWED)
def test_a_pure_package_imports_only_what_is_named_here(package):
    names = {*imported(package)}

    assert names, "the package imports something"
    assert {name for name in names if not is_allowed(name, package)} == set()


@pytest.mark.parametrize("package", ALLOWED)
def test_nothing_is_allowed_that_no_module_needs(package):
    names = {*imported(package)}
    foreign = {name for name in ALLOWED[package] - TYPING if "service" not in name}

    assert foreign <= names


def test_facades_are_not_bypassed():
    """From outside, the rules, the notation and the pictures are one module each."""
    bypassed = {
        f"{path.relative_to(SERVICE).as_posix()}: {node.module}"
        for path in SERVICE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for package in ("rules", "notation", "pictures")
        if node.module.startswith(f"service.{package}.")
        and not path.is_relative_to(SERVICE / package)
    }

    assert bypassed == set()
