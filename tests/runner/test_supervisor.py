"""The whole service as processes: how it starts, what it survives, how it ends."""

import concurrent.futures
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from service.runner.embedded_store import find_server
from service.server.metrics_folder import scratch_folder
from testkit.ports import free_port
from testkit.processes import is_running
from testkit.running_service import SECRET, Running
from testkit.waiting import wait_until
from tests.server.running_test_app import START, RunningTestApp

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One that the tests leave as it is."""
    data = tmp_path_factory.mktemp("service") / "data"
    variables = {
        "WORKERS": "2",
        "GUNICORN_CMD_ARGS": "--workers 1",
        "FORWARDED_ALLOW_IPS": "nonsense",
        "SCRIPT_NAME": "/prefix",
    }
    with RunningTestApp(data, SERVICE_SECRETS=SECRET, **variables) as running:
        yield running.up()


def test_it_says_where_it_is_and_how_to_begin(service):
    url = f"http://127.0.0.1:{service.port}"

    assert service.said.startswith(
        f"Azul is served at {url} (API: {url}/docs)\n"
        f"Games are stored in {service.data}. Create one with\n"
        f"  curl -s {url}/v1/games -H 'Content-Type: application/json' "
        """-d '{"players": [{"name": "Ana"}, {"name": "Rui"}]}'\n"""
    )


def test_its_settings_are_not_gunicorns_to_change(service):
    assert len(service.workers) == 2
    assert service.get("/pid")


def test_what_the_application_logs_is_logged(service):
    service.get("/log")

    assert "[INFO] the application logs" in service.said


def test_a_second_service_on_the_same_folder_is_refused(service):
    with RunningTestApp(service.data) as second:
        assert second.exit_code() == 1
        assert f"another service uses the data folder {service.data}" in second.said
    assert service.get("/count")


def test_a_second_service_on_the_same_port_is_refused(service, data):
    with RunningTestApp(data, PORT=str(service.port)) as second:
        assert second.exit_code() == 1
        last = second.said.splitlines()[-1]
    assert last.startswith(f"cannot start: port {service.port} on 127.0.0.1 is in use")
    assert service.get("/count")


def test_a_store_of_ones_own_needs_no_folder(service, data):
    url = f"unix://{service.data}/store.sock"
    with RunningTestApp(data, REDIS_URL=url, SERVICE_SECRETS=SECRET) as another:
        another.up()

        assert int(another.get("/count")) == int(service.get("/count")) - 1
        assert another.stop() == 0
        assert not data.exists()
        assert url not in another.said
        assert SECRET not in another.said


def at_store(data, url):
    return RunningTestApp(data, REDIS_URL=url, SERVICE_SECRETS=SECRET)


def test_a_store_that_does_not_answer_is_warned_of_and_awaited(data):
    with at_store(data, f"redis://:hunter2@127.0.0.1:{free_port()}") as service:
        service.up()

        assert "the store does not answer" in service.said
        assert "hunter2" not in service.said
        assert service.stop() == 0


def test_a_store_that_may_lose_games_is_warned_of(data, tmp_path):
    server = [str(find_server()), "--port", "0", "--save", "", "--dir", str(tmp_path)]
    socket = tmp_path / "sock"
    process = subprocess.Popen(
        [*server, "--unixsocket", str(socket), "--maxmemory-policy", "allkeys-lru"],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until(socket.exists)
        with at_store(data, f"unix://{socket}") as service:
            service.up()

            assert "appendonly is off" in service.said
            assert "maxmemory-policy is allkeys-lru" in service.said
    finally:
        process.terminate()
        process.wait()


def test_an_improper_address_of_a_store_is_refused_without_showing_it(data):
    with at_store(data, "redis://:hunter2/x@store:6379") as service:
        assert service.exit_code() == 1
        assert service.said.startswith("cannot start: REDIS_URL is not a valid URL")
        assert "hunter2" not in service.said


def test_the_real_application_finds_its_store_safe(data):
    with Running(data) as service:
        assert '"ready"' in service.up().get("/readyz")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_on_a_signal_it_finishes_the_requests_under_way_and_ends(
    data, tmp_path, number
):
    with (
        RunningTestApp(data) as service,
        concurrent.futures.ThreadPoolExecutor() as pool,
    ):
        service.up()
        processes = {service.store, service.master, *service.workers}
        slow = pool.submit(service.get, f"/wait?{tmp_path}")
        wait_until((tmp_path / "begun").exists)
        service.process.send_signal(number)
        wait_until(lambda: not accepts(service))
        service.process.send_signal(number)  # does no harm
        (tmp_path / "go").touch()

        assert slow.result() == "done"
        assert service.exit_code() == 0
        assert not any(is_running(pid) for pid in processes)
        assert not (data / "store.sock").exists()


def accepts(service):
    try:
        with service.connected():
            return True
    except ConnectionRefusedError:
        return False


def test_what_takes_too_long_is_cut_off(data, tmp_path):
    with RunningTestApp(data, GRACEFUL_TIMEOUT="1") as service:
        service.up()
        with service.connected() as client:
            client.sendall(f"GET /wait?{tmp_path} HTTP/1.1\r\n\r\n".encode())
            wait_until((tmp_path / "begun").exists)

            assert service.stop() == 0
            assert client.recv(100) == b""


def test_a_stream_ends_when_the_service_stops(data):
    with Running(data, GRACEFUL_TIMEOUT="600") as service:
        service.up()
        body = b'{"players": [{"name": "Ana"}, {"name": "Rui"}]}'
        created = service.answer_to(
            b"POST /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
            % (len(body), body)
        )
        game = created.split(b"Location: ")[1].split(b"\r\n")[0]
        with service.connected() as client:
            client.sendall(b"GET %b/stream HTTP/1.1\r\nHost: x\r\n\r\n" % game)
            wait_until(lambda: b"event: commit" in client.recv(65536))

            assert service.stop() == 0
            wait_until(lambda: not client.recv(65536))


def test_games_and_the_secret_are_kept_from_run_to_run(data):
    secrets = []
    for count in ("1", "2"):
        with RunningTestApp(data) as service:
            service.up()
            secrets.append((data / "secret").read_text("utf-8").strip())

            assert service.get("/count") == count
            assert service.stop() == 0
            assert secrets[0] not in service.said
    assert secrets[0] == secrets[1]
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600


def test_a_killed_store_is_back_with_all_it_had(data):
    with RunningTestApp(data) as service:
        service.up()
        assert service.get("/count") == "1"
        os.kill(service.store, signal.SIGKILL)

        assert service.get_at_last("/count") == "2"
        assert "the embedded store exited unexpectedly (SIGKILL)" in service.said
        assert service.stop() == 0


def test_a_killed_worker_is_replaced(data):
    with RunningTestApp(data, WORKERS="2") as service:
        service.up()
        before = service.workers
        os.kill(min(before), signal.SIGKILL)

        wait_until(lambda: len(service.workers - before) == 1)
        assert service.get_at_last("/count")
        assert service.stop() == 0


def test_a_killed_gunicorn_is_replaced_and_its_workers_end(data, tmp_path):
    with RunningTestApp(data, WORKERS="2", GRACEFUL_TIMEOUT="1") as service:
        service.up()
        master, workers = service.master, service.workers
        with service.connected() as client:
            client.sendall(f"GET /wait?{tmp_path} HTTP/1.1\r\n\r\n".encode())
            wait_until((tmp_path / "begun").exists)
            os.kill(master, signal.SIGKILL)

            wait_until(lambda: service.master != master and len(service.workers) == 2)
            assert service.get_at_last("/count") == "1"
            wait_until(lambda: not any(is_running(pid) for pid in workers))
        assert "gunicorn exited unexpectedly (SIGKILL)" in service.said
        assert service.stop() == 0


def test_killed_itself_it_leaves_nothing_behind_and_starts_again_at_once(data):
    port = str(free_port())
    with RunningTestApp(data, PORT=port) as killed:
        killed.up()
        processes = {killed.store, killed.master, *killed.workers}
        assert killed.get("/count") == "1"
        killed.process.kill()

        with RunningTestApp(data, PORT=port) as service:
            service.up()
            assert service.get("/count") == "2"
            wait_until(lambda: not any(is_running(pid) for pid in processes))
            assert service.stop() == 0


def test_two_services_do_not_disturb_each_other(tmp_path):
    with (
        RunningTestApp(tmp_path / "one") as one,
        RunningTestApp(tmp_path / "two") as two,
    ):
        one.up()
        two.up()
        assert [one.get("/count") for _ in range(3)] == ["1", "2", "3"]
        assert two.get("/count") == "1"
        assert one.stop() == 0
        assert two.get("/count") == "2"


def test_an_application_that_does_not_load_is_no_reason_to_try_again(data):
    with RunningTestApp(data, command=(*START, "python:no.such")) as broken:
        assert broken.exit_code() == 1
        assert "gunicorn did not start (exit code 1)" in broken.said
        assert "is served at" not in broken.said
        assert "restarting it" not in broken.said


def test_a_damaged_store_keeps_the_service_from_starting_and_says_why(data):
    with RunningTestApp(data) as service:
        service.up()
        service.get("/count")
        assert service.stop() == 0
    (file,) = (data / "store").rglob("*.incr.aof")
    file.write_bytes(b"damaged" + file.read_bytes())

    with RunningTestApp(data) as broken:
        assert broken.exit_code() == 1
        assert "Bad file format" in broken.said


def test_workers_count_in_a_folder_that_is_empty_at_first_and_gone_at_last(data):
    with RunningTestApp(data) as killed:
        killed.up()
        folder = Path(killed.get("/metrics"))
        (folder / "left").touch()
        killed.process.kill()

        with RunningTestApp(data) as service:
            assert service.up().get("/metrics") == str(folder)
            assert list(folder.iterdir()) == []
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            assert service.stop() == 0
            assert not folder.exists()


def test_workers_do_not_count_on_the_disk_of_the_games(data):
    """A disk that is full would end them as soon as they counted."""
    with RunningTestApp(data) as service:
        folder = Path(service.up().get("/metrics"))

        assert not folder.is_relative_to(data)
        assert folder.is_relative_to(scratch_folder() or "/")


def test_a_folder_name_that_is_taken_is_not_used(data):
    with RunningTestApp(data) as service:
        folder = Path(service.up().get("/metrics"))
        assert service.stop() == 0
    folder.symlink_to(data)

    with RunningTestApp(data) as service:
        assert service.up().get("/metrics") != str(folder)
        assert service.stop() == 0
    assert folder.is_symlink()
    folder.unlink()


def test_without_a_data_folder_workers_count_in_a_temporary_one(service, data):
    with at_store(data, f"unix://{service.data}/store.sock") as another:
        folder = Path(another.up().get("/metrics"))
        assert list(folder.iterdir()) == []
        assert another.stop() == 0
        assert not folder.exists()


def test_on_a_signal_during_its_start_it_ends(data):
    with RunningTestApp(data) as service:
        store = service.store

        assert service.stop() == 0
        assert "is served at" not in service.said
        assert not is_running(store)
