"""What the code imports is what pyproject.toml asks for, not a stray find."""

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from subprocess import PIPE, run

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.test_lock_files import pins

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def imported(folder):
    """The top-level names of the modules that the files of a folder import."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def test_the_service_imports_no_package_that_it_does_not_ask_for():
    asked = {
        canonicalize_name(Requirement(text).name) for text in PROJECT["dependencies"]
    }
    foreign = {*imported(ROOT / "service")} - sys.stdlib_module_names - {"service"}
    distributions = packages_distributions()

    unasked = {
        name
        for name in foreign
        if asked.isdisjoint(map(canonicalize_name, distributions.get(name, [])))
    }

    assert "flask" in foreign
    assert not unasked


def test_the_service_can_be_imported_with_what_the_lock_file_for_running_names():
    """Some packages import others that they do not ask for, except in an extra."""
    asked = {canonicalize_name(name) for name in pins("requirements.txt")}
    absent = {
        module
        for module, names in packages_distributions().items()
        if asked.isdisjoint(map(canonicalize_name, names))
    }
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "service").rglob("*.py"))
        if path.stem not in {"__main__", "__init__"}
    ]
    program = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({absent!r}))  # None: no such module
for module in {modules!r}:
    importlib.import_module(module)
"""

    imports = run(
        [sys.executable, "-c", program],
        check=False,
        cwd=ROOT,
        env={"REDIS_URL": "redis://unused", "SERVICE_SECRETS": "0" * 32},
        stderr=PIPE,
        text=True,
    )

    assert "pytest" in absent
    assert "service.server.worker" in modules
    assert imports.returncode == 0, imports.stderr
