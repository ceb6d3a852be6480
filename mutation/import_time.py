"""The mutants that mutmut does not make: of what runs while a module is imported.

mutmut changes the bodies of functions without decorators. Left are the boards, the
constants, the default values, the properties, the cached functions, and the script that
the store runs at each append. Here the same operators are applied to them; each mutant
is tried in a process of its own, which has not imported the service before.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines

from mutation.lua_script import changed_scripts
from mutation.score import Verdict

SLOW_IMPORTS: Final = ("cryptography.fernet", "fakeredis", "hypothesis", "msgspec")
"""Imported once for all trials, to make them quicker; none imports the service."""


class Mutant(NamedTuple):
    """A file's text with one change in it; `change` shows that line twice."""

    path: Path
    text: str
    change: str


class UnrestrictedVisitor(MutationVisitor):
    """Mutates functions with decorators, too."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            return False
        return super()._skip_node_and_children(node)


def mutants(path: Path, *, whole: bool) -> Iterator[Mutant]:
    """What can be changed in a file and mutmut leaves; all of it, if `whole`."""
    code = path.read_text("utf-8")
    wrapper = MetadataWrapper(cst.parse_module(code))
    ignored = get_ignored_lines(str(path), code, wrapper)
    visitor = UnrestrictedVisitor(mutation_operators, ignored)
    module = wrapper.visit(visitor)
    for found in visitor.mutations:
        if whole or _is_left(found.contained_by_top_level_function):
            after = deep_replace(module, found.original_node, found.mutated_node)
            assert isinstance(after, cst.Module)
            yield Mutant(path, after.code, _change(code, after.code))
    for text in changed_scripts(code):
        yield Mutant(path, text, _change(code, text))


def _is_left(owner: cst.CSTNode | None) -> bool:
    return not isinstance(owner, cst.FunctionDef) or bool(owner.decorators)


def _change(code: str, mutated: str) -> str:
    """The first line that differs, before and after."""
    lines = zip(code.splitlines(), mutated.splitlines(), strict=False)
    old, new = next(pair for pair in lines if pair[0] != pair[1])
    return f"- {old.strip()}\n+ {new.strip()}"


class MutantImporter(MetaPathFinder, Loader):
    """Imports one module from a mutant's text instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = ".".join(mutant.path.with_suffix("").parts)

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        code = compile(self.mutant.text, str(self.mutant.path), "exec")
        exec(code, module.__dict__)  # noqa: S102 -- our own code, changed a little


def _verdict(arguments: Sequence[str], mutant: Mutant) -> Verdict:
    """Run the tests with the mutant in place, in a process made for that alone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    finder = MutantImporter(mutant)
    sys.meta_path.insert(0, finder)
    passed = pytest.main(list(arguments)) == pytest.ExitCode.OK
    return Verdict(finder.name, "survived" if passed else "killed", mutant.change)


def try_all(
    found: Sequence[Mutant], arguments: Sequence[str], processes: int
) -> Iterator[Verdict]:
    """The verdict on each, tested by pytest with `arguments`.

    Raises RuntimeError if the tests fail anyway: then they would kill every mutant.
    """
    for name in SLOW_IMPORTS:
        import_module(name)
    unchanged = [one._replace(text=one.path.read_text("utf-8")) for one in found[:1]]
    with get_context("fork").Pool(processes, maxtasksperchild=1) as pool:
        verdicts = pool.imap(partial(_verdict, arguments), [*unchanged, *found])
        if unchanged and next(verdicts).is_killed:
            raise RuntimeError("the tests fail before anything is changed")
        yield from verdicts
