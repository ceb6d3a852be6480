"""How long a client may take for what: with a clock and a socket of the tests."""

import errno

import pytest
from gunicorn.http.errors import LimitRequestHeaders

from service.server import client_connection as module
from service.server.client_connection import (
    BYTES_PER_SECOND as RATE,
)
from service.server.client_connection import (
    MAX_HEAD_BYTES,
    SEND_TIMEOUT,
    ClientConnection,
    RequestTimeout,
)
from service.server.connections import Connections
from service.server.request_body import BodyReader, BodyReadError


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now


class Socket:
    """Gives what is put into `coming`, each after so many seconds, or raises it."""

    def __init__(self, clock):
        self.clock = clock
        self.coming = []
        self.timeouts = []
        self.sent = []
        self.room = None
        self.while_sending = lambda: None
        self.is_closed = False

    def settimeout(self, seconds):
        self.timeouts.append(seconds)

    def recv(self, size):
        if self.timeouts[-1] == 0 and self.coming[0][0]:
            raise BlockingIOError
        seconds, data = self.coming.pop(0)
        if seconds > self.timeouts[-1]:
            self.clock.now += self.timeouts[-1]
            raise TimeoutError
        self.clock.now += seconds
        if isinstance(data, Exception):
            raise data
        return data

    def send(self, data):
        if self.room is None:
            self.sent.append(bytes(data))
            return len(data)
        if not self.room:
            raise BlockingIOError
        sent, self.room = data[: self.room], 0
        self.sent.append(bytes(sent))
        return len(sent)

    def sendall(self, data):
        self.while_sending()
        self.sent.append(bytes(data))

    def shutdown(self, how):
        """The client closes at once."""
        self.coming.append((0, b""))

    def close(self):
        self.is_closed = True

    def detach(self):
        return 7


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def sock(clock):
    return Socket(clock)


@pytest.fixture
def connections():
    return Connections(9)


@pytest.fixture
def client(sock, connections):
    return ClientConnection(sock, connections)


def test_who_says_nothing_is_let_go_without_a_word(sock, client):
    sock.coming = [(10.1, b"GET")]

    assert client.recv(100) == b""


def test_a_head_has_ten_seconds_from_its_first_byte_on(sock, client):
    sock.coming = [(9.0, b"G"), (9.0, b"E"), (1.1, b"T")]

    assert client.recv(100) + client.recv(100) == b"GE"
    with pytest.raises(RequestTimeout):
        client.recv(100)


def test_each_16_kb_of_a_request_give_it_another_second(sock, client):
    sock.coming = [
        (0, b"P"),
        (9.0, b"x" * 2 * RATE),
        (2.9, b"x"),
        (0.2, b"x"),
    ]

    assert client.recv(RATE) == b"P"
    client.begin_answer()
    assert [len(client.recv(RATE)) for _ in range(2)] == [
        2 * RATE,
        1,
    ]
    with pytest.raises(RequestTimeout):
        client.recv(100)


def test_bytes_that_are_there_are_taken_however_late_it_is(sock, clock, client):
    sock.coming = [(0, b"P"), (0, b"x")]
    client.recv(1)
    clock.now += 60

    assert client.recv(1) == b"x"


def test_the_next_request_may_take_its_time_to_begin_and_then_ten_seconds(sock, client):
    sock.coming = [(0, b"GET"), (60, b"G"), (9.9, b"E"), (0.2, b"T")]
    client.recv(100)
    client.begin_answer()
    client.end_answer(idle_timeout=65, has_next_begun=False)

    assert client.recv(100) + client.recv(100) == b"GE"
    with pytest.raises(RequestTimeout):
        client.recv(100)


def test_a_head_without_an_end_is_refused_and_a_long_body_is_not(sock, client):
    sock.coming = [(0, b"G"), (0, b"x" * (MAX_HEAD_BYTES + 1)), (0, b"x"), (0, b"x")]
    client.recv(1)
    client.recv(1)

    with pytest.raises(LimitRequestHeaders):
        client.recv(1)
    client.begin_answer()
    assert client.recv(1) == b"x"


def test_a_request_that_began_with_the_one_before_has_ten_seconds_too(sock, client):
    sock.coming = [(0, b"GET and G"), (9.9, b"E"), (0.2, b"T")]
    client.recv(100)
    client.begin_answer()
    client.end_answer(idle_timeout=65, has_next_begun=True)

    assert client.recv(100) == b"E"
    with pytest.raises(RequestTimeout):
        client.recv(100)


def test_a_body_whose_head_came_with_the_request_before_has_ten_seconds(sock, client):
    sock.coming = [(0, b"GET and POST"), (10.1, b"x")]
    client.recv(100)
    client.begin_answer()
    client.end_answer(idle_timeout=65, has_next_begun=True)
    client.begin_answer()

    with pytest.raises(RequestTimeout):
        client.recv(100)


def test_empty_lines_before_a_request_are_skipped(sock, client):
    sock.coming = [(1, b"\r\n"), (1, b"\r\nGET"), (0, b"\r\n")]

    assert client.recv(100) + client.recv(100) == b"GET\r\n"


def test_empty_lines_alone_do_not_prolong_the_wait_for_a_request(sock, client):
    sock.coming = [(6, b"\r\n"), (6, b"GET")]

    assert client.recv(100) == b""


def test_whoever_does_not_read_has_thirty_seconds(sock, client):
    sock.room = 2
    client.sendall(b"answer")

    assert sock.timeouts == [0, SEND_TIMEOUT] == [0, 30.0]
    assert sock.sent == [b"an", b"swer"]


def test_whoever_does_not_read_can_be_evicted_but_not_at_a_stop(
    sock, client, connections
):
    seen = []
    client.begin_answer()
    sock.room = 0
    sock.while_sending = lambda: seen.append(
        (connections.evict_idle(silence=-1), len(connections), connections.evict())
    )
    client.sendall(b"answer")

    assert seen == [(None, 1, True)]


def test_an_answer_that_is_read_at_once_leaves_no_room_to_evict(
    sock, client, connections
):
    client.begin_answer()
    client.sendall(b"answer")

    assert not connections.evict()


@pytest.mark.parametrize("number", [errno.EBADF, errno.ECONNRESET, errno.EPIPE])
def test_a_connection_lost_while_sending_looks_like_one_lost_before(
    sock, client, number
):
    def fail(data):
        raise OSError(number, "lost")

    sock.send = fail
    with pytest.raises(ConnectionResetError) as lost:
        client.sendall(b"answer")
    assert lost.value.errno == errno.ECONNRESET


def test_a_request_on_a_connection_that_was_evicted_meanwhile_is_not_carried_out(
    sock, client
):
    sock.coming = [(0, b"P")]
    client.recv(1)
    client.evict()

    with pytest.raises(ConnectionResetError):
        client.begin_answer()


def test_a_connection_that_was_evicted_cannot_be_detached(sock, client):
    sock.detach = lambda: -1

    with pytest.raises(ConnectionResetError):
        client.detach()


def test_who_sends_without_a_pause_leaves_others_their_turn(sock, client, turns):
    sock.coming = [(0, b"P"), (0, b"x"), (1, b"x")]
    client.recv(1)
    client.recv(1)
    client.recv(1)
    client.begin_answer()
    client.end_answer(65, has_next_begun=True)
    client.end_answer(65, has_next_begun=False)

    assert len(turns) == 3, "whoever has to be waited for need not be held up"


@pytest.fixture
def turns(monkeypatch):
    turns = []
    monkeypatch.setattr(module, "let_others_run", turns.append)
    return turns


@pytest.mark.parametrize("number", [errno.EBADF, errno.ECONNRESET, errno.EPIPE])
def test_a_lost_connection_and_an_evicted_one_look_alike(sock, client, number):
    sock.coming = [(0, OSError(number, "lost"))]

    with pytest.raises(ConnectionResetError) as lost:
        client.recv(1)
    assert lost.value.errno == errno.ECONNRESET


def test_a_connection_can_be_evicted_unless_it_is_the_services_turn(
    sock, client, connections
):
    client.begin_answer()
    assert not connections.evict()

    client.end_answer(idle_timeout=65, has_next_begun=False)
    assert connections.evict()
    assert sock.is_closed
    assert len(connections) == 0


def test_while_a_body_is_read_its_connection_can_be_evicted(sock, client, connections):
    seen = []
    sock.coming = [(0, b"P"), (0, b"x")]
    client.recv(1)
    client.begin_answer()
    recv = sock.recv
    sock.recv = lambda size: seen.append(list(connections._waiting)) or recv(size)

    client.recv(1)

    assert seen == [[client]]
    assert not connections.evict()


def test_an_answered_client_is_closed_once_it_has_read(sock, client, connections):
    sock.coming = [(0, b"unread")]
    client.sendall(b"answer")

    client.close()
    client.close()

    assert sock.coming == []
    assert sock.is_closed
    assert len(connections) == 0


def test_a_detached_connection_stays_open(sock, client, connections):
    client.sendall(b"answer")

    assert client.detach() == 7
    client.close()

    assert not sock.is_closed
    assert len(connections) == 0


@pytest.mark.parametrize("error", [RequestTimeout(), LimitRequestHeaders("trailers")])
def test_whatever_is_wrong_with_a_body_is_told_the_application_as_an_oserror(error):
    class Reader:
        def read(self, size):
            raise error

    with pytest.raises(BodyReadError) as broken:
        BodyReader(Reader()).read(1)
    assert broken.value.__cause__ is error
