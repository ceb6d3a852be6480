"""What redis-py makes of the server's answers, as far as the store relies on it.

redis-py 8 talks RESP3 to new servers and RESP2 to old ones; both must look the same.
"""

import pytest

from service.store import connect
from service.store.redis_log import log_key
from tests.store.support import GAME, chain, drafts, put


def test_a_range_comes_as_a_list_of_pairs_of_bytes(redis):
    stream = chain(drafts(2))
    put(redis, stream)

    assert redis.xrange(log_key(GAME), "1-0", "+") == [
        (b"1-0", stream[0]),
        (b"2-0", stream[1]),
    ]
    assert redis.xrange(log_key(GAME), "3-0", "+") == []
    assert [type(each) for each in redis.xrange(log_key(GAME))[0]] == [bytes, dict]


def test_a_script_answers_with_a_number(redis):
    script = redis.register_script("return redis.call('EXISTS', KEYS[1])")

    assert script(keys=[log_key(GAME)], args=[]) == 0
    put(redis, chain(drafts(1)))
    assert script(keys=[log_key(GAME)], args=[]) == 1


def test_keys_are_scanned_as_bytes(redis):
    put(redis, chain(drafts(1)))

    assert list(redis.scan_iter(match="azul:{*}:log", count=10)) == [
        log_key(GAME).encode()
    ]


@pytest.fixture(params=[2, 3])
def either_protocol(server, request):
    """A client that talks the older or the newer protocol."""
    with connect(f"{server.url}?protocol={request.param}", connections=2) as client:
        yield client


@pytest.mark.server
def test_settings_and_server_facts_come_as_text(either_protocol):
    config = either_protocol.config_get("appendonly", "maxmemory-policy")

    assert config == {"appendonly": "yes", "maxmemory-policy": "noeviction"}
    assert isinstance(either_protocol.info("server")["redis_version"], str)


@pytest.mark.server
def test_either_protocol_gives_the_same_range(either_protocol):
    put(either_protocol, chain(drafts(1)))

    assert either_protocol.xrange(log_key(GAME), "1-0", "+") == [
        (b"1-0", chain(drafts(1))[0])
    ]
