"""Requests are carried out a few at a time, in the order in which they came."""

import gevent
import pytest
from gevent.event import Event

from service.server.slots import Slots, released

MANY = 20


def test_no_more_than_the_number_hold_a_slot_and_the_others_follow_in_order():
    slots, holding, most, order = Slots(2), [], [], []

    def request(number):
        with slots.taken():
            holding.append(number)
            most.append(len(holding))
            order.append(number)
            gevent.sleep(0.001)
            holding.remove(number)

    gevent.joinall([gevent.spawn(request, n) for n in range(MANY)], raise_error=True)

    assert max(most) == 2
    assert order == list(range(MANY))


def test_a_request_that_waits_lets_another_have_its_slot():
    slots, may_go_on, seen = Slots(1), Event(), []

    def waits():
        with slots.taken():
            with released():
                may_go_on.wait(10)
            seen.append("after the wait")

    def passes():
        with slots.taken():
            seen.append("meanwhile")

    waiting = gevent.spawn(waits)
    gevent.sleep(0)
    gevent.spawn(passes).get(timeout=10)
    may_go_on.set()
    waiting.get(timeout=10)

    assert seen == ["meanwhile", "after the wait"]


def test_a_slot_is_given_back_whatever_happens():
    slots = Slots(1)
    for _ in range(3):
        with pytest.raises(LookupError), slots.taken(), released():
            raise LookupError

    with gevent.Timeout(10), slots.taken():
        pass


def test_a_slot_that_is_kept_is_not_released_by_waiting():
    slots = Slots(1)
    with slots.kept(), released():
        other = gevent.spawn(lambda: slots.taken().__enter__())
        gevent.sleep(0.01)
        assert not other.ready()
    other.get(timeout=10)


def test_without_a_slot_there_is_nothing_to_release():
    with released(), released():
        pass
