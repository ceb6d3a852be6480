"""What must stay secret, looked for in everything that a service writes or says."""

import json
from pathlib import Path
from typing import Any

import pytest

from testkit.http_client import request
from testkit.processes import children
from testkit.running_service import SECRET, Running

pytestmark = pytest.mark.server

SEED = "a seed that a client chose"


def ask(service: Running, path: str, body: Any = None, token: str | None = None) -> Any:
    method = "GET" if body is None else "POST"
    text = service.send(request(method, path, body, token=token)).body.decode()
    return json.loads(text) if text.startswith("{") else text


def play(service: Running, moves: int) -> tuple[list[str], list[str]]:
    """Begin a game and play a while: its tokens, and all answers after the first."""
    names = [{"name": "Ana"}, {"name": "Rui"}]
    created = ask(service, "/v1/games", {"players": names, "seed": SEED})
    tokens = [seat["token"] for seat in created["seats"]]
    game, path = created["game"], f"/v1/games/{created['game']['id']}"
    answers = []
    for _ in range(moves):
        move, token = game["legal_moves"][-1], tokens[game["current_seat"]]
        answer = ask(service, f"{path}/take-tiles", move, token)
        answers.append(json.dumps(answer))
        game = answer["game"]
    views = ("", "/events", "/notation", "/board.svg", "?version=2")
    answers += [json.dumps(ask(service, path + view)) for view in views]
    answers.append(ask(service, "/metrics"))
    return tokens, answers


def test_no_token_seed_or_secret_is_in_what_a_service_says_or_stores(tmp_path):
    data = tmp_path / "data"
    with Running(data, SERVICE_SECRETS=SECRET, LOG_LEVEL="debug") as service:
        tokens, answers = play(service.up(), moves=12)
        service.stop()
        said = service.said
    files = [path.read_bytes() for path in data.rglob("*") if path.is_file()]
    secrets = [SEED, SECRET, *tokens, *(token.rpartition(".")[2] for token in tokens)]

    assert any(b"tiles_taken" in content for content in files), "the log was looked at"
    for secret in secrets:
        assert secret not in said
        assert not [answer for answer in answers if secret in answer]
        assert not [content for content in files if secret.encode() in content]


def test_a_secret_that_the_service_made_itself_is_in_its_own_file_only(tmp_path):
    data = tmp_path / "data"
    with Running(data) as service:
        play(service.up(), moves=3)
        service.stop()
        said = service.said
    secret = (data / "secret").read_text().strip()

    assert secret not in said
    assert [
        path.name
        for path in data.rglob("*")
        if path.is_file() and secret.encode() in path.read_bytes()
    ] == ["secret"]
    assert (data / "secret").stat().st_mode & 0o077 == 0


def test_the_embedded_store_listens_on_no_network_port(tmp_path):
    with Running(tmp_path / "data") as service:
        service.up()
        listening = _listening_ports(service)

    assert listening == {service.port}


def _listening_ports(service: Running) -> set[int]:
    """TCP ports that the service's processes listen on."""
    pids = [service.process.pid]
    for pid in pids:
        pids += children(pid)
    inodes = {
        target.removeprefix("socket:[").removesuffix("]")
        for pid in pids
        for link in Path(f"/proc/{pid}/fd").iterdir()
        if (target := _target(link)).startswith("socket:[")
    }
    ports = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                ports.add(int(fields[1].rpartition(":")[2], 16))
    return ports


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""
