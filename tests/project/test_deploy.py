"""The deployment files keep what the service needs of its surroundings: a store that
loses nothing, and a container that could do little harm. Nothing is built here."""

import re
from pathlib import Path

import pytest
import yaml

from service.settings import VARIABLES, Settings

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
API, STORE = COMPOSE["services"]["api"], COMPOSE["services"]["store"]


def instructions(name):
    """What the Dockerfile says after each instruction of that name, in order."""
    return re.findall(rf"(?m)^\s*{name}\s+(.*)$", DOCKERFILE)


def test_the_store_writes_every_move_to_disk_and_never_evicts_a_game():
    options = " ".join(STORE["command"])

    assert "--appendonly yes" in options
    assert "--appendfsync always" in options
    assert "--maxmemory-policy noeviction" in options
    assert STORE["volumes"] == ["games:/data"]


@pytest.mark.parametrize(
    "service", COMPOSE["services"].values(), ids=COMPOSE["services"]
)
def test_a_container_writes_to_no_disk_of_its_own_and_gains_no_rights(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108 -- a mount in the container


def test_neither_container_runs_as_root():
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", STORE["user"])
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", instructions("USER")[-1])


def test_only_the_service_reaches_the_store():
    assert "ports" not in STORE
    assert STORE["networks"] == ["store"]
    assert COMPOSE["networks"]["store"]["internal"] is True


def test_the_service_waits_until_the_store_answers():
    assert API["depends_on"]["store"]["condition"] == "service_healthy"
    assert "ping" in STORE["healthcheck"]["test"]


def test_no_secret_is_written_down_and_none_is_made_up():
    assert API["environment"]["SERVICE_SECRETS"].startswith("${SERVICE_SECRETS:?")


def test_only_settings_that_exist_are_set():
    pythons = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    image = re.findall(r"(\w+)=", " ".join(instructions("ENV")))
    known = {variable.name for variable in VARIABLES}

    assert {*image, *API["environment"]} - pythons <= known


def test_the_service_has_time_to_end_before_it_is_killed():
    grace_period = int(API["stop_grace_period"].removesuffix("s"))

    assert grace_period > Settings().graceful_timeout


def test_the_image_installs_by_hash():
    (install,) = [line for line in instructions("RUN") if "pip install" in line]

    assert "--require-hashes" in install


def test_nothing_in_the_image_starts_through_a_shell():
    (probe,) = instructions("HEALTHCHECK")

    assert 'CMD ["python", ' in probe
    assert "/livez" in probe
    assert instructions("CMD") == ['["python", "-m", "service", "serve"]']


def test_the_image_holds_nothing_but_what_it_runs():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    copied = {line.split()[0] for line in instructions("COPY") if "--from" not in line}

    assert "*" in ignored
    assert kept == copied
