"""A reply that is lost on the way: what is known then, and what never happens."""

import pytest

from service.store import RedisGameLog, StorageUnavailable, connect
from tests.store.support import GAME, drafts, end_of, entries, fill

pytestmark = pytest.mark.server


@pytest.fixture
def log(proxy):
    """A log behind a proxy; the server knows the append script already."""
    log = RedisGameLog(connect(proxy.url, connections=4))
    fill(log, 5)
    proxy.commands.clear()
    return log


@pytest.fixture
def direct(server):
    return RedisGameLog(server.client())


def append_sixth(log):
    return log.append(GAME, end_of(5), drafts(6)[5])


@pytest.mark.parametrize("silently", [False, True], ids=["cut", "silence"])
def test_an_append_whose_reply_is_lost_is_found_again_and_never_sent_again(
    proxy, log, direct, silently
):
    proxy.lose_reply("EVALSHA", silently=silently)

    assert append_sixth(log) == entries(6)[-1]

    assert direct.read(GAME) == entries(6)
    assert proxy.commands.count("EVALSHA") == 1


def test_an_append_that_never_reached_the_server_is_not_found(proxy, log, direct):
    proxy.lose_request("EVALSHA")

    with pytest.raises(StorageUnavailable):
        append_sixth(log)

    assert direct.read(GAME) == entries(5)
    assert "EVALSHA" not in proxy.commands


@pytest.mark.parametrize("versions", [5, 6], ids=["nothing", "another entry"])
def test_an_append_that_is_not_found_again_is_not_known_to_be_written(
    proxy, log, direct, versions
):
    """Another writer was faster with that version: this draft may be tried again."""
    if versions == 6:
        direct.append(GAME, end_of(5), drafts(6)[5]._replace(key="another"))
    proxy.lose_request("EVALSHA")

    with pytest.raises(StorageUnavailable):
        append_sixth(log)

    assert direct.info(GAME) == (versions, versions)


def test_an_append_whose_script_is_unknown_and_whose_reply_is_lost(
    proxy, server, direct
):
    """The client sends the script, then the append once more: the first was refused."""
    log = RedisGameLog(connect(proxy.url, connections=4))
    fill(direct, 5)
    server.client().script_flush()
    proxy.lose_reply("EVALSHA", nth=2)

    assert append_sixth(log) == entries(6)[-1]
    assert [name for name in proxy.commands if name not in ("HELLO", "CLIENT")] == [
        *("EVALSHA", "SCRIPT", "EVALSHA", "XRANGE")
    ]
    assert direct.read(GAME) == entries(6)


@pytest.mark.parametrize("silently", [False, True], ids=["cut", "silence"])
def test_a_read_whose_reply_is_lost_is_not_repeated_behind_the_callers_back(
    proxy, log, silently
):
    proxy.lose_reply("XRANGE", silently=silently)

    with pytest.raises(StorageUnavailable):
        log.read(GAME)

    assert proxy.commands.count("XRANGE") == 1
    assert log.read(GAME) == entries(5)


def test_idle_connections_that_were_cut_cost_one_failure_each_and_heal(proxy, log):
    proxy.cut()

    outcomes = []
    for _ in range(5):
        try:
            outcomes.append(log.read(GAME) == entries(5))
        except StorageUnavailable:
            outcomes.append(False)

    assert outcomes[1:] == [True] * 4


def test_while_no_connection_holds_every_call_fails_and_then_none_does(proxy, log):
    with proxy.down():
        for _ in range(3):
            with pytest.raises(StorageUnavailable):
                log.read(GAME)
            with pytest.raises(StorageUnavailable):
                append_sixth(log)

    assert log.read(GAME) == entries(5)
    assert append_sixth(log) == entries(6)[-1]
    assert log.read(GAME) == entries(6)
