"""One greenlet that writes to all watchers, with streams that the tests command."""

import socket
from contextlib import ExitStack

import gevent
import pytest

from service.api.sse import KEEP_ALIVE
from service.server import publisher as module
from service.server.publisher import MAX_UNSENT_BYTES, Publisher
from testkit.waiting import wait_until

DATE = "Mon, 30 Nov 2026 12:00:00 GMT"
HEAD = (
    b"HTTP/1.1 200 OK\r\nDate: %s\r\nConnection: close\r\nX-Of: test\r\n\r\n"
    % DATE.encode()
)


class Stream:
    headers = [("X-Of", "test")]

    def __init__(self, beginning=b"begin\n"):
        self.beginning = beginning
        self.news = []
        self.is_over = False
        self.closed = 0

    def begin(self):
        return self.beginning

    def on_update(self, announce):
        self.announce = announce
        announce()

    def fetch(self):
        news, self.news = self.news, []
        if any(isinstance(each, Exception) for each in news):
            raise news[0]
        return b"".join(news)

    def close(self):
        self.closed += 1

    def tell(self, *news):
        self.news += news
        self.announce()


@pytest.fixture
def publisher(monkeypatch):
    monkeypatch.setattr(module, "formatdate", lambda *, usegmt: DATE)
    publisher = Publisher()
    running = gevent.spawn(publisher.run)
    yield publisher
    wait_until(lambda: (gevent.sleep(0.001), not publisher)[1])
    assert not running.ready(), running.exception
    running.kill()


@pytest.fixture
def watch(publisher):
    """Start a stream; give the end at which it is watched."""
    with ExitStack() as opened:

        def start(stream):
            ours, theirs = socket.socketpair()
            opened.enter_context(theirs)
            publisher.add(ours.detach(), stream)
            theirs.setblocking(False)
            return theirs

        yield start


def heard(client, most=1 << 20):
    """What has come for a watcher once greenlets had their turn; None at the end."""
    for _ in range(5):
        gevent.sleep(0.001)
    try:
        return client.recv(most) or None
    except BlockingIOError:
        return b""


def test_a_stream_begins_with_a_head_and_goes_on_with_its_news(watch):
    stream = Stream()
    client = watch(stream)

    assert heard(client) == HEAD + b"begin\n"
    stream.tell(b"one\n", b"two\n")
    assert heard(client) == b"one\ntwo\n"
    assert heard(client) == b""


def test_a_stream_that_is_over_ends_after_its_last_words(watch, publisher):
    stream = Stream()
    client = watch(stream)
    heard(client)

    stream.is_over = True
    stream.tell(b"last\n")

    assert heard(client) == b"last\n"
    assert heard(client) is None
    assert stream.closed == 1
    assert len(publisher) == 0


def test_whoever_goes_makes_way(watch, publisher):
    stream = Stream()
    client = watch(stream)

    client.close()

    heard_nothing = wait_until(lambda: (gevent.sleep(0.001), stream.closed)[1])
    assert heard_nothing == 1
    assert len(publisher) == 0


@pytest.mark.parametrize("error", [OSError("gone"), RuntimeError("unexpected")])
def test_what_goes_wrong_with_one_stream_ends_that_one_only(watch, publisher, error):
    broken, other = Stream(), Stream()
    clients = [watch(broken), watch(other)]
    assert [heard(client) for client in clients] == [HEAD + b"begin\n"] * 2

    broken.tell(error)
    other.tell(b"news\n")

    assert [heard(client) for client in clients] == [None, b"news\n"]
    assert (broken.closed, other.closed) == (1, 0)


def test_what_a_slow_watcher_does_not_take_at_once_is_sent_later(watch):
    long = b"x" * (MAX_UNSENT_BYTES // 2)
    stream = Stream()
    client = watch(stream)
    heard(client)

    stream.tell(long)
    received = b""
    while len(received) < len(long):
        received += heard(client)

    assert received == long


def test_one_that_is_too_slow_has_to_come_back(watch, publisher):
    stream = Stream()
    client = watch(stream)
    wait_until(
        lambda: stream.closed or (stream.tell(b"x" * 100_000), heard(client, 1))[0]
    )

    assert stream.closed == 1
    assert len(publisher) == 0


def test_a_long_beginning_is_not_held_against_the_watcher(watch, publisher):
    client = watch(Stream(b"x" * 3 * MAX_UNSENT_BYTES))

    assert heard(client)
    assert len(publisher) == 1


def test_a_quiet_stream_shows_that_it_lives(watch, monkeypatch):
    monkeypatch.setattr(module, "CHECK_INTERVAL", 0.01)
    monkeypatch.setattr(module, "KEEP_ALIVE_INTERVAL", 0.02)
    client = watch(Stream())
    heard(client)

    assert wait_until(lambda: heard(client)) == KEEP_ALIVE


def test_a_watcher_that_reads_nothing_for_long_has_to_come_back(
    watch, publisher, monkeypatch
):
    monkeypatch.setattr(module, "CHECK_INTERVAL", 0.01)
    monkeypatch.setattr(module, "MAX_STALL", 0.05)
    stream = Stream(b"x" * MAX_UNSENT_BYTES)
    reads, does_not = watch(Stream()), watch(stream)

    wait_until(lambda: (gevent.sleep(0.001), stream.closed)[1])

    assert heard(reads) == HEAD + b"begin\n"
    assert len(publisher) == 1
    does_not.close()
