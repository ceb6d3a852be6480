"""Streams of a real service with two workers."""

import json
import random
from contextlib import ExitStack
from threading import Thread
from time import monotonic

import pytest

from testkit.running_service import Running
from testkit.waiting import wait_until
from tests.live.watching import Table, Watcher

pytestmark = pytest.mark.server


def test_a_stream_begins_with_the_game_as_it_stands(service, table):
    table.move()

    with Watcher(service.port, table.stream) as watcher:
        first = watcher.next()

    assert watcher.status == 200
    assert watcher.headers["content-type"].startswith("text/event-stream")
    assert watcher.headers["cache-control"] == "no-store"
    assert watcher.headers["x-accel-buffering"] == "no", "proxies pass it on at once"
    assert "content-encoding" not in watcher.headers
    assert watcher.headers["access-control-allow-origin"] == "*"
    assert (first.id, first.event) == (2, "commit")
    assert first.data == {"version": 2, "events": [], "game": table.ask(table.path)}


def test_each_version_follows_with_what_its_command_caused(service, table):
    with Watcher(service.port, table.stream) as watcher:
        watcher.next()
        version = table.move()
        message = watcher.next()

    page = table.ask(f"{table.path}/events?after={version - 1}")
    assert message.id == version
    assert message.data["events"] == page["events"]
    assert message.data["game"] == table.ask(table.path)


def test_a_watcher_who_comes_back_gets_what_was_missed_and_nothing_twice(
    service, table
):
    for _ in range(5):
        table.move()

    with Watcher(service.port, table.stream, last=3) as watcher:
        missed = [watcher.next().id for _ in range(3)]
        table.move()
        after = watcher.next().id

    assert missed == [4, 5, 6]
    assert after == 7


def test_after_in_the_query_does_the_same_for_a_first_request(service, table):
    table.move()

    with Watcher(service.port, f"{table.stream}?after=0") as watcher:
        ids = [watcher.next().id for _ in range(2)]

    assert ids == [1, 2]


def test_the_header_goes_before_the_query(service, table):
    table.move()

    with Watcher(service.port, f"{table.stream}?after=0", last=1) as watcher:
        assert watcher.next().id == 2


def test_a_last_event_id_beyond_the_end_gets_the_current_state(service, table):
    with Watcher(service.port, table.stream, last=99) as watcher:
        assert watcher.next().id == 1


def test_a_watcher_cut_off_at_random_gets_every_version_once_and_in_order(
    service, table
):
    chance = random.Random(5)  # noqa: S311 -- a test's own
    player = Thread(target=table.finish)
    seen: list[int] = []
    player.start()
    while True:
        last = seen[-1] if seen else 0
        with Watcher(service.port, table.stream, last=last) as watcher:
            if watcher.status == 204:
                break
            for _ in range(chance.randrange(1, 12)):
                message = watcher.next()
                if message is None:
                    break
                seen.append(message.id)
    player.join()

    assert seen == list(range(1, table.version + 1))


def test_the_stream_ends_with_the_game_and_a_client_that_has_all_gets_204(
    service,
):
    table = Table(service.port, seed="short")
    with Watcher(service.port, table.stream) as watcher:
        table.finish()
        messages = watcher.rest()

    assert [message.id for message in messages] == list(range(1, table.version + 1))
    assert messages[-1].data["game"]["result"]
    with Watcher(service.port, table.stream, last=table.version) as again:
        assert again.status == 204


def test_many_watchers_of_one_game_on_both_workers_hear_the_same(service, table):
    watchers = [Watcher(service.port, table.stream) for _ in range(30)]
    for watcher in watchers:
        watcher.next()
    version = table.move()

    heard = [watcher.next() for watcher in watchers]

    assert {message.id for message in heard} == {version}
    assert len({json.dumps(message.data) for message in heard}) == 1
    for watcher in watchers:
        watcher.hang_up()


def test_a_quiet_stream_shows_that_it_lives_and_still_tells_afterwards(service, table):
    with Watcher(service.port, table.stream) as watcher:
        watcher.next()
        start = monotonic()
        comment = watcher.block()
        quiet = monotonic() - start
        version = table.move()

        assert comment[0].startswith(":")
        assert quiet < 15
        assert watcher.next().id == version


def test_a_place_is_free_again_as_soon_as_its_watcher_is_gone(tmp_path):
    with Running(tmp_path / "data", WORKERS="1", STREAMS="2") as service:
        table = Table(service.up().port)
        watchers = [Watcher(service.port, table.stream) for _ in range(2)]
        for watcher in watchers:
            watcher.next()

        with Watcher(service.port, table.stream) as refused:
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) >= 1
            assert refused.problem()["code"] == "too_many_watchers"
        assert table.ask(table.path)["version"] == 1, "reads go on"

        watchers[0].hang_up()
        wait_until(lambda: _status(service.port, table.stream) == 200)
        watchers[1].hang_up()


def test_a_stop_ends_streams_at_once_and_the_next_service_goes_on_from_there(tmp_path):
    data = tmp_path / "data"
    with Running(data) as service:
        table = Table(service.up().port)
        with Watcher(service.port, table.stream) as watcher:
            last = watcher.next().id
            table.move()
            last = watcher.next().id
            start = monotonic()
            service.process.terminate()
            assert watcher.next() is None
            assert service.exit_code() == 0
            assert monotonic() - start < 5

    with Running(data) as service:
        table.port = service.up().port
        version = table.move()
        with Watcher(service.port, table.stream, last=last) as watcher:
            assert watcher.next().id == version == last + 1


def test_a_stop_ends_a_hundred_streams_without_a_kill(tmp_path):
    with Running(tmp_path / "data") as service, ExitStack() as opened:
        table = Table(service.up().port)
        watchers = [
            opened.enter_context(Watcher(service.port, table.stream))
            for _ in range(100)
        ]
        assert {watcher.next().id for watcher in watchers} == {1}

        assert service.stop() == 0
        assert [watcher.next() for watcher in watchers] == [None] * 100
        assert "was killed" not in service.said


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "9" * 30])
def test_a_last_event_id_that_is_no_version_is_refused(service, table, last):
    with Watcher(service.port, table.stream, last=last) as watcher:
        assert watcher.status == 400


def test_a_stream_of_no_game_is_not_found(service):
    with Watcher(service.port, f"/v1/games/{'A' * 22}/stream") as watcher:
        assert watcher.status == 404


def _status(port: int, path: str) -> int:
    with Watcher(port, path) as watcher:
        return watcher.status
