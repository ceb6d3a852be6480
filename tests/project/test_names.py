"""A name means one thing in the whole service, and is a term of the field."""

import ast
import re
from collections import Counter
from pathlib import Path

SERVICE = Path(__file__).parents[2] / "service"
# Its worker is about to be replaced, and its names with it.
REPLACED_SOON = ("serve", "games/updates.py", "api/views/stream_views.py")
METAPHORS = {
    *("bell", "button", "hang", "kept", "longest", "lot", "lots", "oldest", "patience"),
    *("ring", "seal", "sealed", "spoilt", "strike", "tally", "tell", "told", "trust"),
    *("vault", "whoever", "wish"),
}


def modules():
    for path in sorted(SERVICE.rglob("*.py")):
        name = path.relative_to(SERVICE).as_posix()
        if not name.startswith(REPLACED_SOON):
            yield path, ast.parse(path.read_text("utf-8"))


def named_here(tree):
    """What a module names itself: definitions, parameters, variables, attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def words(name):
    return re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)


def more_than_once(names):
    return sorted(name for name, number in Counter(names).items() if number > 1)


def test_no_two_modules_have_the_same_name():
    names = [
        path.stem
        for path in SERVICE.rglob("*.py")
        if path.name not in ("__init__.py", "errors.py")
    ]

    assert len(names) > 90
    assert more_than_once(names) == []


def test_no_two_classes_have_the_same_name():
    names = [
        node.name
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]

    assert len(names) > 90
    assert more_than_once(names) == []


def test_names_are_terms_and_no_metaphors():
    found = {
        f"{path.relative_to(SERVICE).as_posix()}: {name}"
        for path, tree in modules()
        for name in (path.stem, *named_here(tree))
        if METAPHORS.intersection(map(str.lower, words(name)))
    }

    assert found == set()


def test_every_public_function_of_a_module_has_a_docstring():
    missing = {
        f"{path.relative_to(SERVICE).as_posix()}: {node.name}"
        for path, tree in modules()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if not ast.get_docstring(node)
    }

    assert missing == set()


def test_constants_are_final():
    """Aliases and variables of types have names in CamelCase, or of one letter."""
    loose = {
        f"{path.relative_to(SERVICE).as_posix()}: {target.id}"
        for path, tree in modules()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id.isupper() and len(target.id) > 1
    }

    assert loose - SETTINGS == set()


SETTINGS = {
    f"settings.py: {name}" for name in ("SECRET_LENGTH", "SCHEMES", "FSYNC", "LEVELS")
}
