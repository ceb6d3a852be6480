"""The store fails at some moment of a request: no answer is wrong."""

from contextlib import suppress

import pytest

from service.rules import Refused, TakeTiles, legal_moves
from service.store import StorageRefused, StorageUnavailable, connect
from tests.games.support import Process, key

pytestmark = pytest.mark.server


@pytest.fixture
def one(proxy):
    """A process whose connections can be cut; the server knows the script."""
    process = Process(connect(proxy.url, connections=4))
    process.create()
    proxy.commands.clear()
    return process


@pytest.fixture
def direct(server):
    """A process that nothing stands in the way of."""
    return Process(server.client())


def sent(proxy):
    """The commands that reached the server, but for those that set up connections."""
    return [name for name in proxy.commands if name not in ("HELLO", "CLIENT")]


@pytest.mark.parametrize("silently", [False, True], ids=["cut", "silence"])
@pytest.mark.parametrize("given", [key(1), None], ids=["key", "no key"])
def test_a_move_whose_reply_is_lost_is_found_and_reported_as_played(
    proxy, one, direct, given, silently
):
    made = one.create()
    command = one.next(made)
    proxy.commands.clear()
    proxy.lose_reply("EVALSHA", silently=silently)

    outcome = one.act(made, command, given)

    assert outcome.replayed is False
    assert sent(proxy) == ["EVALSHA", "XRANGE"]
    assert direct.now(made) == outcome.game
    assert direct.now(made).version == 2


@pytest.mark.parametrize("given", [key(1), None], ids=["key", "no key"])
def test_a_creation_whose_reply_is_lost_is_found_and_reported_as_new(
    proxy, one, direct, given
):
    proxy.lose_reply("EVALSHA")

    made = one.create(given, seed=None)

    assert made.replayed is False
    assert sent(proxy) == ["EVALSHA", "XRANGE"]
    assert direct.now(made) == made.game


def test_a_move_that_never_reached_the_store_is_an_outage(proxy, one, direct):
    made = one.create()
    proxy.lose_request("EVALSHA")

    with pytest.raises(StorageUnavailable):
        one.step(made, key(1))

    assert direct.now(made).version == 1
    assert one.step(made, key(1)).replayed is False
    assert direct.now(made).version == 2


def test_the_outcome_of_an_unanswered_move_is_found_later_by_its_key(
    proxy, one, direct
):
    made = one.create()
    command = one.next(made)
    proxy.lose_reply("EVALSHA")
    proxy.lose_reply("XRANGE")
    with pytest.raises(StorageUnavailable):
        one.act(made, command, key(1))

    again = one.act(made, command, key(1))

    assert again.replayed
    assert again.game == direct.now(made)
    assert again.game.version == 2


def test_the_outcome_of_an_unanswered_creation_is_found_later_by_its_key(
    proxy, one, direct
):
    proxy.lose_reply("EVALSHA")
    proxy.lose_reply("XRANGE")
    with pytest.raises(StorageUnavailable):
        one.create(key(1), seed=None)

    again = one.create(key(1), seed=None)

    assert again.replayed
    assert set(direct.log.game_ids()) >= {again.game.id}
    assert len(list(direct.log.game_ids())) == 2, "and the fixture's"


def test_a_store_that_says_no_is_not_asked_whether_it_did_it(server, proxy, one):
    made = one.create()
    command = one.next(made)
    server.client().config_set("maxmemory", "1mb")
    proxy.commands.clear()

    with pytest.raises(StorageRefused):
        one.act(made, command, key(1))

    assert sent(proxy) == ["EVALSHA"]
    server.client().config_set("maxmemory", "0")
    assert one.act(made, command, key(1)).replayed is False


def test_a_lost_reply_while_another_took_the_turn_is_no_success(proxy, one, direct):
    """Somebody else's entry stands there: it is not taken for ours."""
    made = one.create()
    command = one.next(made)
    proxy.lose_request("EVALSHA")
    original = one.log._contains

    def meanwhile(*entry):
        direct.act(made, command._replace(line=None), key(2))
        return original(*entry)

    one.log._contains = meanwhile
    with pytest.raises(StorageUnavailable):
        one.act(made, command, key(1))

    assert direct.now(made).version == 2
    with pytest.raises(Refused, match="turn of Rui"):
        one.act(made, command, key(1))


def first_move(made):
    return TakeTiles(0, *legal_moves(made.game.state)[0])


USE_CASES = {
    "create": lambda process, made: process.create(key(5)),
    "create again": lambda process, made: process.create(key(1)),
    "act": lambda process, made: process.act(made, first_move(made), key(2)),
    "read": lambda process, made: process.now(made),
    "read a version": lambda process, made: process.reader.at(made.game.id, 1),
    "history": lambda process, made: process.reader.history(made.game.id, 0, 10),
}


@pytest.mark.parametrize("use", USE_CASES)
@pytest.mark.parametrize("lose", ["lose_request", "lose_reply"])
@pytest.mark.parametrize("known", [True, False], ids=["cached", "not cached"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_whichever_call_is_cut_it_is_an_outage_or_a_success(
    proxy, direct, use, lose, known, nth
):
    """And asking again with the same key gives the same, of which there is one."""
    made = direct.create(key(1))
    process = Process(connect(proxy.url, connections=4))
    if known:
        process.now(made)
    getattr(proxy, lose)("*", nth)
    given = None

    with suppress(StorageUnavailable):
        given = USE_CASES[use](process, made)
    again = USE_CASES[use](direct, made)

    assert not (given and nth == 1 and lose == "lose_request"), "nothing was cut"
    assert given is None or getattr(given, "game", given) == getattr(
        again, "game", again
    )
    assert len(list(direct.log.game_ids())) == (2 if use == "create" else 1)
    assert direct.now(made).version == (2 if use == "act" else 1)


def test_with_the_store_down_everything_is_an_outage_and_then_goes_on(
    proxy, one, direct
):
    made = one.create(key(1))

    with proxy.down():
        for use in USE_CASES.values():
            with pytest.raises(StorageUnavailable):
                use(one, made)

    assert direct.now(made) == made.game
    for use in USE_CASES.values():
        use(one, made)
    assert direct.now(made).version == 2


def test_the_usual_command_and_the_usual_read_cost_one_round_trip(proxy, one):
    made = one.create()
    command = one.next(made)

    proxy.commands.clear()
    one.act(made, command)
    assert sent(proxy) == ["EVALSHA"]

    proxy.commands.clear()
    one.now(made)
    assert sent(proxy) == ["XRANGE"]

    proxy.commands.clear()
    one.create(key(1))
    assert sent(proxy) == ["EVALSHA"]


def test_a_command_on_an_old_look_costs_one_look_more(proxy, one, direct):
    made = one.create()
    direct.step(made)
    command = direct.next(made)

    proxy.commands.clear()
    one.act(made, command)

    assert sent(proxy) == ["XRANGE", "EVALSHA"]


def test_a_refusal_costs_a_look_and_no_write(proxy, one):
    made = one.create()
    command = one.next(made)._replace(seat=1)

    proxy.commands.clear()
    with pytest.raises(Refused, match="turn of Ana"):
        one.act(made, command)

    assert sent(proxy) == ["XRANGE"]
