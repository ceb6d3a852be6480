"""Contract of every store: what may be appended to a log, and what may not."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis.exceptions import ConnectionError  # noqa: A004 -- as Redis calls it

from service.store import (
    START,
    CorruptLog,
    Position,
    RedisGameLog,
    StorageUnavailable,
    connect,
)
from service.store.codec import DIGEST, encode
from service.store.redis_log import log_key
from tests.store.support import (
    GAME,
    OTHER,
    chain,
    drafts,
    end_of,
    entries,
    fill,
    put,
)


def test_a_log_is_begun_with_version_1(log, redis):
    (first,) = drafts(1)

    assert log.append(GAME, START, first) == entries(1)[0]

    assert [entry_id for entry_id, _ in redis.xrange(log_key(GAME))] == [b"1-0"]
    assert log.read(GAME) == entries(1)


def test_a_log_is_begun_once(log):
    fill(log, 1)
    (other,) = drafts(1, seed="b")

    assert log.append(GAME, START, other) is None

    assert log.read(GAME) == entries(1)


def test_a_log_that_has_grown_is_not_begun_again(log):
    fill(log, 3)
    (first,) = drafts(1)

    assert log.append(GAME, START, first) is None

    assert log.read(GAME) == entries(3)


def test_entries_are_appended_in_order_one_id_after_the_other(log, redis):
    fill(log, 20)

    ids = [entry_id.decode() for entry_id, _ in redis.xrange(log_key(GAME))]
    assert ids == [f"{version}-0" for version in range(1, 21)]
    assert log.read(GAME) == entries(20)


def test_a_second_entry_behind_the_same_one_is_refused(log):
    digest = fill(log, 3)
    once, again = drafts(4)[3], drafts(5)[4]
    assert log.append(GAME, Position(3, digest), once)

    assert log.append(GAME, Position(3, digest), again) is None

    assert log.read(GAME) == entries(4)


def test_the_same_entry_is_not_appended_twice(log):
    digest = fill(log, 3)
    draft = drafts(4)[3]
    assert log.append(GAME, Position(3, digest), draft)

    assert log.append(GAME, Position(3, digest), draft) is None

    assert log.read(GAME) == entries(4)


def test_an_entry_decided_on_an_older_version_is_refused(log):
    fill(log, 5)
    stale = entries(3)[-1]

    assert log.append(GAME, Position(3, stale.digest), drafts(4)[3]) is None

    assert log.read(GAME) == entries(5)


def test_an_entry_that_would_leave_a_gap_is_refused(log):
    digest = fill(log, 3)

    assert log.append(GAME, Position(5, digest), drafts(6)[5]) is None

    assert log.read(GAME) == entries(3)


def test_a_fork_after_a_failover_is_refused(log, redis):
    """A writer knows entry 5; the new primary holds another entry 5."""
    known = chain(drafts(6))
    put(redis, [*known[:4], encode(GAME, entries(4)[-1].digest, drafts(4, "b")[3])])
    before = redis.xrange(log_key(GAME))

    assert log.append(GAME, end_of(5), drafts(6)[5]) is None

    assert redis.xrange(log_key(GAME)) == before


def test_a_log_that_lost_its_tail_in_a_failover_takes_no_entry_behind_the_gap(
    log, redis
):
    known = chain(drafts(6))
    put(redis, known[:4])

    assert log.append(GAME, end_of(5), drafts(6)[5]) is None

    assert log.read(GAME) == entries(4)


def test_a_later_entry_never_recreates_a_deleted_log(log, redis):
    digest = fill(log, 4)
    redis.delete(log_key(GAME))

    assert log.append(GAME, Position(4, digest), drafts(5)[4]) is None

    assert redis.exists(log_key(GAME)) == 0


@pytest.mark.parametrize("last_version", [0, 4])
def test_an_emptied_log_is_neither_begun_nor_continued(log, redis, last_version):
    digest = fill(log, 4)
    redis.xtrim(log_key(GAME), maxlen=0, approximate=False)
    end = Position(4, digest) if last_version else START

    assert log.append(GAME, end, drafts(5)[last_version]) is None

    assert redis.xlen(log_key(GAME)) == 0


def test_a_log_whose_last_entry_was_deleted_is_called_damaged_not_busy(log, redis):
    """The store takes no smaller id ever again: no use in trying later."""
    fill(log, 4)
    redis.xdel(log_key(GAME), "4-0")
    third = entries(3)[-1]

    with pytest.raises(CorruptLog) as caught:
        log.append(GAME, Position(3, third.digest), drafts(4)[3])

    assert caught.value.game_id == GAME


@pytest.mark.parametrize("last_version", [0, 3])
def test_a_key_of_another_kind_is_left_alone(log, redis, last_version):
    redis.hset(log_key(GAME), "a", "b")
    end = end_of(3) if last_version else START

    with pytest.raises(CorruptLog):
        log.append(GAME, end, drafts(4)[last_version])

    assert redis.hgetall(log_key(GAME)) == {b"a": b"b"}


def test_the_last_entry_must_carry_a_digest_to_be_followed(log, redis):
    stream = chain(drafts(4))
    del stream[2][DIGEST]
    put(redis, stream[:3])

    assert log.append(GAME, end_of(3), drafts(4)[3]) is None


def test_games_do_not_touch_each_other(log):
    fill(log, 3)
    fill(log, 5, OTHER, seed="b")

    assert log.read(GAME) == entries(3)
    assert log.read(OTHER) == entries(5, OTHER, seed="b")


def test_the_script_is_loaded_again_where_the_server_lost_it(log, redis):
    digest = fill(log, 2)
    redis.script_flush()

    assert log.append(GAME, Position(2, digest), drafts(3)[2])

    assert log.read(GAME) == entries(3)


def test_of_8_writers_racing_for_each_version_exactly_one_wins(redis):
    """All 8 have seen the same version; the next round begins when all have tried.
    Each has a log of its own, as a process would.
    """
    writers, versions = 8, 30
    won = []
    together = threading.Barrier(writers, timeout=10)

    def race(writer: int) -> None:
        log = RedisGameLog(redis)
        for version in range(versions):
            known = log.read(GAME)
            end = Position(version, known[-1].digest) if known else START
            draft = drafts(1)[0]._replace(key=str(writer))
            if writer == 0 and version % 10 == 5:
                redis.script_flush()
            together.wait()
            if log.append(GAME, end, draft):
                won.append((version + 1, writer))
            together.wait()

    with ThreadPoolExecutor(writers) as pool:
        for racer in [pool.submit(race, number) for number in range(writers)]:
            racer.result()

    found = RedisGameLog(redis).read(GAME)
    assert [(entry.version, int(entry.key)) for entry in found] == won
    assert [version for version, _ in won] == list(range(1, versions + 1))


def test_a_lost_race_leaves_no_hole_for_the_next_writer(log):
    fill(log, 1)
    for version in range(1, 40):
        losers = [drafts(1)[0]._replace(key=str(number)) for number in range(3)]
        stale = end_of(version - 1) if version > 1 else START
        assert not any(log.append(GAME, stale, each) for each in losers)
        assert log.append(GAME, end_of(version), drafts(40)[version])

    assert log.read(GAME) == entries(40)


@pytest.mark.server
def test_a_store_that_forbids_announcements_keeps_games_all_the_same(spare_server):
    """One entry, and nothing that could be done by half."""
    spare_server.client().acl_setuser(
        "quiet",
        enabled=True,
        nopass=True,
        keys="*",
        categories=["+@all"],
        commands=["-publish"],
    )
    url = f"unix://quiet:x@{spare_server.socket}"
    with connect(url, connections=2) as client:
        fill(RedisGameLog(client), 5)

    assert RedisGameLog(spare_server.client()).read(GAME) == entries(5)


def test_an_append_whose_reply_is_lost_is_found_in_the_log(log, redis, monkeypatch):
    fill(log, 5)
    lose(redis, monkeypatch, run=redis.evalsha)

    assert log.append(GAME, end_of(5), drafts(6)[5]) == entries(6)[-1]

    assert log.read(GAME) == entries(6)


def test_an_append_that_never_arrived_is_not_found(log, redis, monkeypatch):
    fill(log, 5)
    lose(redis, monkeypatch, run=lambda *_: None)

    with pytest.raises(StorageUnavailable):
        log.append(GAME, end_of(5), drafts(6)[5])

    assert log.read(GAME) == entries(5)


def test_another_writers_entry_is_not_taken_for_the_lost_one(log, redis, monkeypatch):
    fill(log, 5)
    other = drafts(6)[5]._replace(key="another")
    lose(redis, monkeypatch, run=lambda *_: log.append(GAME, end_of(5), other))

    with pytest.raises(StorageUnavailable):
        log.append(GAME, end_of(5), drafts(6)[5])

    assert [entry.key for entry in log.read(GAME)][5] == "another"


def lose(redis, monkeypatch, run):
    """Break the connection at the next append, which does `run` instead."""
    evalsha = redis.evalsha

    def broken(*args):
        monkeypatch.setattr(redis, "evalsha", evalsha)
        run(*args)
        raise ConnectionError("connection reset")

    monkeypatch.setattr(redis, "evalsha", broken)
