"""A store that cannot do what is asked says so, soon, and in the same way each time."""

import secrets
import time
from contextlib import contextmanager

import pytest

from service.store import START, RedisGameLog, StorageUnavailable, connect
from testkit.waiting import wait_until
from tests.store.support import GAME, drafts, end_of, entries, fill

pytestmark = pytest.mark.server

SOON = 2.0
"""Seconds: the most that a request may take to say that the store is away."""


@pytest.fixture
def spare_log(spare_server):
    """A log of five entries in a server that may be broken."""
    log = RedisGameLog(spare_server.client())
    fill(log, 5)
    return log


@contextmanager
def unavailable(words=None):
    begin = time.monotonic()
    with pytest.raises(StorageUnavailable, match=words):
        yield
    assert time.monotonic() - begin < SOON


def append_sixth(log):
    return log.append(GAME, end_of(5), drafts(6)[5])


def test_a_server_that_is_gone(spare_server, spare_log):
    spare_server.kill()

    for call in (
        lambda: append_sixth(spare_log),
        lambda: spare_log.read(GAME),
        lambda: spare_log.tail(GAME, end_of(5)),
        lambda: list(spare_log.game_ids()),
    ):
        with unavailable():
            call()


def test_a_server_that_comes_back_has_every_entry_and_takes_the_next(
    spare_server, spare_log
):
    spare_server.kill()
    spare_server.start()

    assert spare_log.read(GAME) == entries(5)
    assert append_sixth(spare_log)
    assert spare_log.read(GAME) == entries(6)


def test_a_server_that_does_not_respond(spare_server, spare_log):
    with spare_server.frozen():
        with unavailable():
            spare_log.read(GAME)
        with unavailable():
            append_sixth(spare_log)


def test_a_late_answer_is_never_taken_for_that_to_another_question(
    spare_server, spare_log
):
    with spare_server.frozen(), unavailable():
        spare_log.read(GAME)

    assert spare_log.info(GAME) == (5, 5)
    assert spare_log.read(GAME, last=3) == entries(3)


def test_a_full_memory(spare_server, spare_log):
    admin = spare_server.client()
    admin.config_set("maxmemory", "1mb")

    with unavailable("used memory"):
        append_sixth(spare_log)
    with unavailable("used memory"):
        fill(spare_log, 1, "another")
    assert spare_log.read(GAME) == entries(5), "reading goes on"

    admin.config_set("maxmemory", "0")
    assert append_sixth(spare_log)


def test_a_refused_append_needs_no_memory(spare_server, spare_log):
    """So a repeated request is answered even then."""
    spare_server.client().config_set("maxmemory", "1mb")

    (again,) = drafts(1)

    assert spare_log.append(GAME, START, again) is None


def test_a_primary_that_became_a_replica(spare_server, spare_log):
    admin = spare_server.client()
    admin.replicaof("127.0.0.1", 1)

    with unavailable("read.?only"):
        append_sixth(spare_log)
    assert spare_log.read(GAME) == entries(5), "reading goes on"

    admin.replicaof("NO", "ONE")
    assert append_sixth(spare_log)


def test_a_disk_that_takes_no_more(spare_server, spare_log):
    admin = spare_server.client()
    (spare_server.folder / "dump.rdb").mkdir()  # in the way of the snapshot
    admin.config_set("save", "3600 1")
    admin.bgsave()
    wait_until(lambda: admin.info("persistence")["rdb_last_bgsave_status"] == "err")

    with unavailable("MISCONF"):
        append_sixth(spare_log)
    assert spare_log.read(GAME) == entries(5), "reading goes on"

    (spare_server.folder / "dump.rdb").rmdir()
    admin.bgsave()
    wait_until(lambda: admin.info("persistence")["rdb_last_bgsave_status"] == "ok")
    assert append_sixth(spare_log)


def test_a_server_that_still_reads_its_data(spare_server, spare_log):
    admin = spare_server.client()
    for number in range(200):
        admin.set(f"ballast:{number}", secrets.token_bytes(2048))
    admin.bgrewriteaof()
    wait_until(lambda: not admin.info("persistence")["aof_rewrite_in_progress"])
    spare_server.kill()
    # 4 ms for each key: long enough to be seen loading, short enough to wait for.
    spare_server.launch(
        *("--key-load-delay", "4000", "--loading-process-events-interval-bytes", "1024")
    )
    wait_until(spare_server.listens)

    with unavailable("loading"):
        spare_log.read(GAME)
    with unavailable("loading"):
        append_sixth(spare_log)

    wait_until(spare_server.answers)
    assert spare_log.read(GAME) == entries(5)


def test_a_password_that_is_asked_for(spare_server, spare_log):
    spare_server.client().config_set("requirepass", "secret")

    with unavailable():
        RedisGameLog(spare_server.client()).read(GAME)


def test_a_user_who_may_not_write(spare_server, spare_log):
    spare_server.client().acl_setuser(
        "reader", enabled=True, nopass=True, keys="*", categories=["+@read"]
    )
    log = RedisGameLog(connect(f"unix://reader:x@{spare_server.socket}", connections=2))

    with unavailable("permission"):
        append_sixth(log)
    assert log.read(GAME) == entries(5)


def test_more_callers_than_connections_wait_and_then_give_up(spare_server, spare_log):
    client = spare_server.client()
    pool = client.connection_pool
    taken = [pool.get_connection() for _ in range(pool.max_connections)]

    with unavailable("connection"):
        RedisGameLog(client).read(GAME)

    pool.release(taken[0])
    assert RedisGameLog(client).read(GAME) == entries(5)
