"""What each kind of address becomes, and that no call waits long or is sent twice."""

import pytest
from redis import Redis
from redis.connection import SSLConnection, UnixDomainSocketConnection

from service.store import connect

PLAIN = {
    "redis://store": {"host": "store"},
    "redis://store:7000/3": {"host": "store", "port": 7000, "db": 3},
    "redis://ana:p%40ss@store": {"username": "ana", "password": "p@ss"},
    "redis://:p%2Fss@store": {"password": "p/ss"},
    "rediss://ana:pw@store:7000/1": {"host": "store", "port": 7000, "db": 1},
    "unix:///var/run/store.sock?db=2": {"path": "/var/run/store.sock", "db": 2},
    "unix:///a%20b/store.sock": {"path": "/a b/store.sock"},
    "redis+sentinel://s1/games": {"db": 0},
    "redis+sentinel://s1:26380,s2/games/4": {"db": 4},
    "redis+sentinel://ana:p%40ss@s1,s2/games": {"username": "ana", "password": "p@ss"},
    "redis+sentinel://:pw@s1/games": {"password": "pw"},
}


@pytest.mark.parametrize("url", PLAIN)
def test_an_address_says_where_and_as_whom(url):
    given = connect(url, connections=7).connection_pool.connection_kwargs

    assert {name: given.get(name) for name in PLAIN[url]} == PLAIN[url]


@pytest.mark.parametrize("url", PLAIN)
def test_no_answer_is_waited_for_long_and_nothing_is_sent_again(url):
    client = connect(url, connections=7)
    given = client.connection_pool.connection_kwargs

    assert 0.5 <= given["socket_timeout"] <= 1
    assert 0.1 <= given["socket_connect_timeout"] <= 0.5
    assert given["retry"].get_retries() == 0
    assert client.connection_pool.max_connections == 7


@pytest.mark.parametrize("url", PLAIN)
def test_a_client_for_blocking_reads_waits_for_ever_but_connects_soon(url):
    given = connect(url, connections=1, blocking=True).connection_pool.connection_kwargs

    assert given["socket_timeout"] is None
    assert given["socket_connect_timeout"] <= 0.5
    assert given["retry"].get_retries() == 0


def test_an_address_may_say_otherwise():
    for url in ("redis://store", "redis+sentinel://s1/games"):
        client = connect(f"{url}?socket_timeout=0.25", connections=7)

        assert client.connection_pool.connection_kwargs["socket_timeout"] == 0.25


def test_tls_is_spoken_where_the_address_says_so():
    pool = connect("rediss://store", connections=1).connection_pool

    assert pool.connection_class is SSLConnection
    assert pool.make_connection().cert_reqs.name == "CERT_REQUIRED"


def test_a_path_is_a_unix_socket():
    pool = connect("unix:///a/b", connections=1).connection_pool

    assert pool.connection_class is UnixDomainSocketConnection


def test_a_caller_waits_a_moment_for_a_free_connection():
    assert connect("redis://store", connections=1).connection_pool.timeout == 0.5


@pytest.mark.parametrize(
    ("hosts", "places"),
    [
        ("s1", [("s1", 26379)]),
        ("s1:26380", [("s1", 26380)]),
        ("s1,s2:1,s3", [("s1", 26379), ("s2", 1), ("s3", 26379)]),
        (
            "10.0.0.1,[::1]:5,[fe80::2]",
            [("10.0.0.1", 26379), ("::1", 5), ("fe80::2", 26379)],
        ),
    ],
)
def test_every_sentinel_is_known(hosts, places):
    pool = connect(f"redis+sentinel://u:p@{hosts}/games", connections=1).connection_pool
    asked = [
        (given["host"], given["port"])
        for sentinel in pool.sentinel_manager.sentinels
        for given in [sentinel.connection_pool.connection_kwargs]
    ]

    assert pool.service_name == "games"
    assert pool.is_master, "reading from a replica would show players the past"
    assert asked == places


def test_sentinels_are_asked_with_the_same_timeout():
    pool = connect("redis+sentinel://s1,s2/games", connections=1).connection_pool
    for sentinel in pool.sentinel_manager.sentinels:
        given = sentinel.connection_pool.connection_kwargs
        assert given["socket_timeout"] <= 1
        assert given["socket_connect_timeout"] <= 0.5
        assert given["retry"].get_retries() == 0


WRONG = [
    *("", "store", "store:6379", "http://store", "redis+tls://store", "valkey://store"),
    *("redis+sentinel://s1", "redis+sentinel://s1/", "redis+sentinel:///games"),
    *("redis+sentinel://s1,,s2/games", "redis+sentinel://s1:x/games"),
    *("redis+sentinel://s1:99999/games", "redis+sentinel://s1/games/one"),
    *("redis+sentinel://s1/games?socket_timeout=long",),
]


@pytest.mark.parametrize("url", WRONG)
def test_an_invalid_address_is_refused(url):
    with pytest.raises(ValueError, match=r"."):
        connect(url, connections=1)


@pytest.mark.parametrize("url", PLAIN)
def test_no_socket_is_opened_before_the_first_call(url, monkeypatch):
    monkeypatch.setattr("socket.socket", None)

    assert isinstance(connect(url, connections=1), Redis)
