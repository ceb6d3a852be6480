"""RELEASING.md, SECURITY.md and the templates name what there is."""

import re
import tomllib

import pytest

from service.__main__ import COMMANDS
from service.credentials.seeded_draws import GENERATOR
from service.store.upcasters import SCHEMA
from tests.docs.pages import ROOT, links, text

RELEASING = ROOT / "RELEASING.md"
POLICY = ROOT / "docs" / "compatibility.md"
VERSION = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]["version"]
TEMPLATES = sorted((ROOT / ".github").rglob("*.md"))


def test_what_a_release_runs_is_there():
    makefile = text(ROOT / "Makefile")
    targets = set(re.findall(r"(?:`|    )make (\w+)", text(RELEASING)))
    commands = set(re.findall(r"-m service (\w+)", text(RELEASING)))

    assert targets >= {"run", "fuzz", "races", "chaos", "mutants", "bench"}
    assert {name for name in targets if f"\n{name}:" not in makefile} == set()
    assert commands <= COMMANDS.keys()
    assert (ROOT / "tests" / "golden" / "make.py").exists()


def test_the_changelog_is_about_the_version_to_come():
    unreleased = text(ROOT / "CHANGELOG.md").partition("## [Unreleased]")[2]

    assert unreleased.split("\n## ")[0].count(f"This will be {VERSION}.") == 1


def test_every_schema_that_an_upgrade_must_read_has_golden_logs():
    folders = {path.name for path in (ROOT / "tests" / "golden").glob("schema_*")}

    assert folders == {f"schema_{number}" for number in range(1, SCHEMA + 1)}


def test_the_policy_names_the_generator_that_never_changes():
    assert f"`{GENERATOR}`" in text(POLICY)


def test_the_policy_is_known_to_those_who_read_the_description_only():
    assert "docs/compatibility.md" in text(ROOT / "openapi.yaml")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_names_files_that_exist(template):
    named = re.findall(r"(?:docs/)?[\w.]+\.(?:md|yaml)\b", text(template))

    assert named
    assert all((ROOT / name).exists() for name in named)


def test_a_report_finds_its_way_from_the_readme():
    assert "docs/security.md" in links(ROOT / "README.md")
    assert "../SECURITY.md" in links(ROOT / "docs" / "security.md")
    assert "docs/security.md" in links(ROOT / "SECURITY.md")
