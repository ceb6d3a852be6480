"""Contract of every store: what may be appended to a log, and what may not."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import CorruptLog, EventLog, connect
from service.store.entry import DIGEST, encode
from service.store.log import log_key
from tests.store.support import GAME, OTHER, chain, drafts, entries, fill, put


def test_a_log_is_begun_with_version_1(log, redis):
    (first,) = chain(drafts(1))

    assert log.append(GAME, 0, "", first) is True

    assert [entry_id for entry_id, _ in redis.xrange(log_key(GAME))] == [b"1-0"]
    assert log.read(GAME) == entries(1)


def test_a_log_is_begun_once(log):
    fill(log, 1)
    (other,) = chain(drafts(1, seed="b"))

    assert log.append(GAME, 0, "", other) is False

    assert log.read(GAME) == entries(1)


def test_a_log_that_has_grown_is_not_begun_again(log):
    fill(log, 3)
    (first,) = chain(drafts(1))

    assert log.append(GAME, 0, "", first) is False

    assert log.read(GAME) == entries(3)


def test_entries_are_appended_in_order_one_id_after_the_other(log, redis):
    fill(log, 20)

    ids = [entry_id.decode() for entry_id, _ in redis.xrange(log_key(GAME))]
    assert ids == [f"{version}-0" for version in range(1, 21)]
    assert log.read(GAME) == entries(20)


def test_a_second_entry_behind_the_same_one_is_refused(log):
    digest = fill(log, 3)
    once, again = (encode(digest, draft) for draft in (drafts(4)[3], drafts(5)[4]))
    assert log.append(GAME, 3, digest, once)

    assert log.append(GAME, 3, digest, again) is False

    assert log.read(GAME) == entries(4)


def test_the_same_entry_is_not_appended_twice(log):
    digest = fill(log, 3)
    fields = encode(digest, drafts(4)[3])
    assert log.append(GAME, 3, digest, fields)

    assert log.append(GAME, 3, digest, fields) is False

    assert log.read(GAME) == entries(4)


def test_an_entry_decided_on_an_older_version_is_refused(log):
    fill(log, 5)
    stale = entries(3)[-1]

    assert log.append(GAME, 3, stale.digest, chain(drafts(4))[3]) is False

    assert log.read(GAME) == entries(5)


def test_an_entry_that_would_leave_a_gap_is_refused(log):
    digest = fill(log, 3)

    assert log.append(GAME, 5, digest, chain(drafts(6))[5]) is False

    assert log.read(GAME) == entries(3)


def test_a_fork_after_a_failover_is_refused(log, redis):
    """A writer knows entry 5; the new primary holds another entry 5."""
    known = chain(drafts(6))
    put(redis, [*known[:4], encode(entries(4)[-1].digest, drafts(4, "b")[3])])
    before = redis.xrange(log_key(GAME))

    assert log.append(GAME, 5, entries(5)[-1].digest, known[5]) is False

    assert redis.xrange(log_key(GAME)) == before


def test_a_log_that_lost_its_tail_in_a_failover_takes_no_entry_behind_the_gap(
    log, redis
):
    known = chain(drafts(6))
    put(redis, known[:4])

    assert log.append(GAME, 5, entries(5)[-1].digest, known[5]) is False

    assert log.read(GAME) == entries(4)


def test_a_deleted_log_is_never_begun_anew_by_a_later_entry(log, redis):
    digest = fill(log, 4)
    redis.delete(log_key(GAME))

    assert log.append(GAME, 4, digest, chain(drafts(5))[4]) is False

    assert redis.exists(log_key(GAME)) == 0


@pytest.mark.parametrize("last_version", [0, 4])
def test_an_emptied_log_is_neither_begun_nor_continued(log, redis, last_version):
    digest = fill(log, 4)
    redis.xtrim(log_key(GAME), maxlen=0, approximate=False)
    fields = chain(drafts(5))[last_version]

    assert log.append(GAME, last_version, digest if last_version else "", fields) is (
        False
    )

    assert redis.xlen(log_key(GAME)) == 0


def test_a_log_whose_last_entry_was_deleted_is_called_damaged_not_busy(log, redis):
    """The store takes no smaller id ever again: no use in trying later."""
    fill(log, 4)
    redis.xdel(log_key(GAME), "4-0")
    third = entries(3)[-1]

    with pytest.raises(CorruptLog) as caught:
        log.append(GAME, 3, third.digest, chain(drafts(4))[3])

    assert caught.value.game_id == GAME


@pytest.mark.parametrize("last_version", [0, 3])
def test_a_key_of_another_kind_is_left_alone(log, redis, last_version):
    redis.hset(log_key(GAME), "a", "b")
    digest = entries(3)[-1].digest if last_version else ""

    with pytest.raises(CorruptLog):
        log.append(GAME, last_version, digest, chain(drafts(4))[last_version])

    assert redis.hgetall(log_key(GAME)) == {b"a": b"b"}


def test_the_last_entry_must_carry_a_digest_to_be_followed(log, redis):
    stream = chain(drafts(4))
    del stream[2][DIGEST]
    put(redis, stream[:3])

    assert log.append(GAME, 3, entries(3)[-1].digest, stream[3]) is False


def test_games_do_not_touch_each_other(log):
    fill(log, 3)
    fill(log, 5, OTHER, seed="b")

    assert log.read(GAME) == entries(3)
    assert log.read(OTHER) == entries(5, OTHER, seed="b")


def test_a_server_that_forgot_the_script_is_told_it_again(log, redis):
    digest = fill(log, 2)
    redis.script_flush()

    assert log.append(GAME, 2, digest, chain(drafts(3))[2])

    assert log.read(GAME) == entries(3)


def test_of_8_writers_racing_for_each_version_exactly_one_wins(redis):
    """All 8 have seen the same version; the next round begins when all have tried.
    Each has a log of its own, as a process would.
    """
    writers, versions = 8, 30
    won = []
    together = threading.Barrier(writers, timeout=10)

    def race(writer: int) -> None:
        log = EventLog(redis)
        for version in range(versions):
            known = log.read(GAME)
            digest = known[-1].digest if known else ""
            fields = encode(digest or GAME, drafts(1)[0]._replace(key=str(writer)))
            if writer == 0 and version % 10 == 5:
                redis.script_flush()
            together.wait()
            if log.append(GAME, version, digest, fields):
                won.append((version + 1, writer))
            together.wait()

    with ThreadPoolExecutor(writers) as pool:
        for racer in [pool.submit(race, number) for number in range(writers)]:
            racer.result()

    found = EventLog(redis).read(GAME)
    assert [(entry.version, int(entry.key)) for entry in found] == won
    assert [version for version, _ in won] == list(range(1, versions + 1))


def test_a_lost_race_leaves_no_hole_for_the_next_writer(log):
    digest = fill(log, 1)
    for version in range(1, 40):
        losers = [encode(GAME, drafts(1)[0]._replace(key=str(n))) for n in range(3)]
        fields = chain(drafts(40))[version]
        stale = entries(40)[version - 2].digest if version > 1 else "none"
        assert not any(log.append(GAME, version - 1, stale, each) for each in losers)
        assert log.append(GAME, version, digest, fields)
        digest = fields[DIGEST].decode()

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
        fill(EventLog(client), 5)

    assert EventLog(spare_server.client()).read(GAME) == entries(5)
