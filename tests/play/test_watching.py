"""Following games in one process: what is read, and what survives which failure."""

import logging
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue

import pytest

from service.play import live
from service.play.errors import WatchEnded
from service.play.live import Hub
from tests.serve.running import until

MANY = 50


class Feed:
    """Announces what a test says, or raises it."""

    def __init__(self):
        self.coming = SimpleQueue()
        self.begun = 0

    def moved(self):
        self.begun += 1
        while (news := self.coming.get()) is not self:
            if isinstance(news, BaseException):
                raise news
            yield news

    def close(self):
        self.coming.put(self)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch):
    monkeypatch.setattr(live, "PAUSE", 0.0)


@pytest.fixture
def feed():
    return Feed()


@pytest.fixture
def hub(one, feed):
    hub = Hub(feed, one.reader, streams=MANY, waits=MANY)
    yield hub
    hub.close()


@pytest.fixture
def made(one):
    return one.create()


@pytest.fixture
def game(made):
    return made.game


@pytest.mark.parametrize("error", [RuntimeError("unexpected"), KeyError("data")])
def test_whatever_keeps_it_from_listening_it_listens_again(
    two, hub, feed, made, game, caplog, error
):
    with hub.stream(game.id) as watch:
        feed.coming.put(error)
        until(lambda: feed.begun == 2)
        two.step(made)
        feed.coming.put(game.id)

        assert watch.next(10).game.version == 2
    assert "cannot listen to the store; listening again" in caplog.text


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_listener_that_was_ended_by_force_is_started_with_the_next_watch(
    two, hub, feed, made, game
):
    with hub.stream(game.id):
        feed.coming.put(SystemExit())
        until(lambda: not hub._listener.is_alive())

    with hub.stream(game.id) as watch:
        two.step(made)
        feed.coming.put(game.id)

        assert watch.next(10).game.version == 2


def test_a_game_that_cannot_be_followed_ends_its_own_watches_only(
    one, two, hub, feed, game, monkeypatch, caplog
):
    second = one.create()
    other = second.game
    steps_from = one.reader.steps_from

    def broken(known):
        if known.id == game.id:
            raise RuntimeError("unexpected")
        return steps_from(known)

    monkeypatch.setattr(one.reader, "steps_from", broken)
    with hub.stream(game.id) as lost, hub.stream(other.id) as watch:
        two.step(second)
        feed.coming.put(None)

        assert watch.next(10).game.version == 2
        with pytest.raises(WatchEnded):
            lost.next(10)
    assert f"cannot follow game {game.id}" in caplog.text
    assert feed.begun == 1


def test_many_who_wait_are_told_by_one_read(
    one, two, hub, feed, made, game, monkeypatch
):
    with ThreadPoolExecutor(MANY) as pool:
        waiting = [pool.submit(hub.wait, game.id, 1, 10) for _ in range(MANY)]
        until(lambda: sum(hasattr(watch, "game") for watch in watches(hub)) == MANY)
        two.step(made)
        reads = []
        tail = one.log.tail
        monkeypatch.setattr(one.log, "tail", lambda *a: reads.append(a) or tail(*a))
        monkeypatch.setattr(one.log, "read", lambda *a: reads.append(a))
        feed.coming.put(game.id)

        assert [each.result(10).version for each in waiting] == [2] * MANY
    assert len(reads) == 1


def test_an_announcement_during_the_first_read_loses_nothing(
    one, two, hub, feed, made, game
):
    """It comes while nobody knows yet which version the watcher will have."""
    current = one.reader.current
    told = []

    def late(game_id):
        found = current(game_id)
        if not told:
            told.append(two.step(made))
            feed.coming.put(game_id)
            until(lambda: any(watch.has_news for watch in watches(hub)))
        return found

    one.reader.current = late
    with hub.stream(game.id) as watch:
        heard = watch.next(10)

        steps = live.following(watch.game, heard, one.reader)
    assert [step.game.version for step in steps] == [2]


def watches(hub):
    return [watch for each in hub._channels.values() for watch in each.watches.copy()]


def test_no_news_are_no_step(one, game):
    assert live.following(one.reader.current(game.id), None, one.reader) == []


def test_nothing_is_logged_as_long_as_all_goes_well(one, hub, feed, game, caplog):
    caplog.set_level(logging.DEBUG)
    with hub.stream(game.id) as watch:
        feed.coming.put(None)
        with pytest.raises(Empty):
            watch.next(0.05)
    assert caplog.text == ""
