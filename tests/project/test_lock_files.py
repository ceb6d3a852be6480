"""The lock files hold what pyproject.toml asks for, and nothing that ties them to
one machine. Asked offline: no registry can make these tests fail."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUN = PROJECT["project"]["dependencies"]
DEV = PROJECT["dependency-groups"]["dev"]


def entries(name):
    """The entries of a lock file, one string each, hashes included."""
    lines = (ROOT / name).read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return [entry.strip() for entry in re.split(r"(?m)^(?=\S)", text) if entry.strip()]


def pins(name):
    """What a lock file installs: name -> pinned requirements, one per marker."""
    found = {}
    for entry in entries(name):
        pin = Requirement(entry.split("\\")[0].strip())
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def version_of(pin):
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    return specifier.version


@pytest.mark.parametrize(
    ("lock", "asked"),
    [("requirements.txt", RUN), ("requirements-dev.txt", RUN + DEV)],
)
def test_every_asked_package_is_locked_within_its_range(lock, asked):
    locked = pins(lock)

    for requirement in map(Requirement, asked):
        pinned = locked.get(canonicalize_name(requirement.name), [])
        assert pinned, f"{lock} lacks {requirement.name}: run `make lock`"
        assert all(requirement.specifier.contains(version_of(pin)) for pin in pinned)


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_entry_is_one_version_with_hashes(lock):
    for entry in entries(lock):
        assert re.match(r"[a-z0-9.-]+==\S+ ", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_file_names_no_address_no_folder_and_no_option_but_hashes(lock):
    text = (ROOT / lock).read_text("utf-8")

    assert re.findall(r"\S*://\S*| @ \S+|file:\S+|--(?!hash=)\S+", text) == []


def test_tests_run_with_the_very_versions_that_are_served():
    run = {
        name: list(map(version_of, found))
        for name, found in pins("requirements.txt").items()
    }
    dev = {
        name: list(map(version_of, found))
        for name, found in pins("requirements-dev.txt").items()
    }

    assert run == {name: dev.get(name) for name in run}


def test_the_npm_packages_are_locked_with_hashes_and_without_addresses():
    lock = json.loads((ROOT / "tools" / "web" / "package-lock.json").read_text("utf-8"))
    root, *packages = lock["packages"].values()
    asked = json.loads((ROOT / "tools" / "web" / "package.json").read_text("utf-8"))

    assert root["devDependencies"] == asked["devDependencies"], "run `make lock`"
    assert packages
    assert all(package["integrity"].startswith("sha512-") for package in packages)
    assert not any("resolved" in package for package in packages)
