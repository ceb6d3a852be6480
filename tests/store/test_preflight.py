"""Each thing that endangers games is seen, and put into words."""

import time

import fakeredis
import pytest
from redis.exceptions import NoPermissionError, ResponseError

from service.store import connect, run_preflight
from testkit.ports import free_ports

SAFE = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


class Told:
    """A store that tells of itself what a test wants."""

    def __init__(self, config=SAFE, version="8.1.0", **state):
        self.config, self.version, self.state = config, version, state

    def ping(self):
        return True

    def info(self):
        if isinstance(self.version, Exception):
            raise self.version
        return {"redis_version": self.version, **self.state}

    def config_get(self, *names):
        if isinstance(self.config, Exception):
            raise self.config
        return {name: self.config[name] for name in names if name in self.config}


def test_a_store_that_is_set_up_to_keep_games_gives_no_warning():
    assert run_preflight(Told()) == (True, ())


@pytest.mark.parametrize("version", ["6.2.0", "6.2", "7.0.15", "8.0-rc1", "10.0.0"])
def test_every_server_from_6_2_on_is_new_enough(version):
    assert run_preflight(Told(version=version)) == (True, ())


@pytest.mark.parametrize("version", ["6.0.16", "5.0.7", "3.2", "2.8.1"])
def test_an_older_server_is_named_as_such(version):
    (warning,) = run_preflight(Told(version=version)).warnings

    assert warning == f"server version {version} is too old; 6.2 or newer is needed"


def test_a_store_that_forgets_when_it_stops_is_named_as_such():
    (warning,) = run_preflight(Told({**SAFE, "appendonly": "no"})).warnings

    assert warning == "appendonly is off: games are lost when the server stops"


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl", "allkeys-random"])
def test_a_store_that_may_delete_games_is_named_as_such(policy):
    (warning,) = run_preflight(Told({**SAFE, "maxmemory-policy": policy})).warnings

    assert warning == f"maxmemory-policy is {policy}: the server may delete games"


UNUSABLE = {
    "the store is a replica, which cannot be written": {"role": "slave"},
    "the store's memory is full": {"used_memory": 2000, "maxmemory": 1000},
    "the store cannot write to its disk": {"aof_last_write_status": "err"},
}


@pytest.mark.parametrize("words", UNUSABLE)
def test_a_store_that_takes_no_entries_is_of_no_use(words):
    assert run_preflight(Told(**UNUSABLE[words])) == (False, (words,))


def test_a_store_with_room_left_is_of_use():
    room = {"role": "master", "used_memory": 999, "maxmemory": 1000}

    assert run_preflight(Told(**room, aof_last_write_status="ok")) == (True, ())
    assert run_preflight(Told(used_memory=2000, maxmemory=0)) == (True, ()), "no limit"


def test_all_problems_of_a_store_are_listed_at_once():
    store = Told({"appendonly": "no", "maxmemory-policy": "allkeys-lru"}, "5.0.0")

    assert len(run_preflight(store).warnings) == 3
    assert run_preflight(store).usable


@pytest.mark.parametrize("error", [NoPermissionError, ResponseError])
def test_a_hosted_store_that_hides_its_settings_is_taken_at_its_word(error):
    assert run_preflight(Told(error("no"), error("no"))) == (True, ())
    assert run_preflight(Told({})) == (True, ())


def test_a_store_that_does_not_answer_is_no_exception():
    (port,) = free_ports(1)
    client = connect(f"redis://127.0.0.1:{port}", connections=1)

    assert run_preflight(client) == (
        False,
        ("the store does not answer: ConnectionError",),
    )


def test_a_store_for_tests_is_usable():
    assert run_preflight(fakeredis.FakeRedis()).usable


@pytest.mark.server
def test_a_real_server_that_is_safe(server):
    assert run_preflight(server.client()) == (True, ())


@pytest.mark.server
def test_a_real_server_that_is_not(spare_server):
    admin = spare_server.client()
    admin.config_set("appendonly", "no")
    admin.config_set("maxmemory-policy", "allkeys-lru")

    assert run_preflight(spare_server.client()) == (
        True,
        (
            "appendonly is off: games are lost when the server stops",
            "maxmemory-policy is allkeys-lru: the server may delete games",
        ),
    )


@pytest.mark.server
def test_a_real_server_that_takes_no_entries_for_a_while(spare_server):
    admin, client = spare_server.client(), spare_server.client()

    admin.replicaof("127.0.0.1", 1)
    assert run_preflight(client) == (False, tuple(UNUSABLE)[:1])
    admin.replicaof("NO", "ONE")
    assert run_preflight(client) == (True, ())

    admin.config_set("maxmemory", "1mb")
    assert run_preflight(client) == (False, tuple(UNUSABLE)[1:2])
    admin.config_set("maxmemory", "0")
    assert run_preflight(client) == (True, ())


@pytest.mark.server
def test_an_unresponsive_server_is_given_up_soon(spare_server):
    client = spare_server.client()
    begin = time.monotonic()

    with spare_server.frozen():
        assert not run_preflight(client).usable

    assert time.monotonic() - begin < 2


@pytest.mark.server
def test_a_real_user_who_may_not_ask_for_settings(spare_server):
    spare_server.client().acl_setuser(
        "player", enabled=True, nopass=True, keys="*", categories=["+@all", "-@admin"]
    )
    client = connect(f"unix://player:x@{spare_server.socket}", connections=1)

    assert run_preflight(client) == (True, ())
