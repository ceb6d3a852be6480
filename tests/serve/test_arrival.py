"""A request has arrived when the parser can do without more, and no earlier."""

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]
from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]
from hypothesis import example, given
from hypothesis import strategies as st

from service.serve.arrival import LONGEST_BODY, LONGEST_HEAD, Arrival, Progress

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


class Wait(Exception):
    """The parser would wait for the client."""


def source(data):
    yield data
    raise Wait


def parser_waits(data):
    """Whether the parser, given these bytes, would wait for more."""
    try:
        request = next(RequestParser(Config(), source(data), ("127.0.0.1", 1)))
        while request.body.read(1 << 16):
            pass
    except Wait:
        return True
    except (ParseException, OSError, StopIteration):
        return False
    return False


def progress_of(*pieces):
    arrival = Arrival()
    for piece in pieces:
        arrival.add(piece)
    return arrival.progress


WHOLE = {
    "no body": GET,
    "a body": POST + b"Content-Length: 4\r\n\r\nbody",
    "a body of nothing": POST + b"Content-Length: 0\r\n\r\n",
    "a body with spaces before its length": POST + b"content-length: \t 4\r\n\r\nbody",
    "no chunks": CHUNKED + b"0\r\n\r\n",
    "chunks": CHUNKED + b"4\r\nbody\r\nA\r\n0123456789\r\n0\r\n\r\n",
    "chunks with extensions": CHUNKED + b"4;a=b\r\nbody\r\n000\r\n\r\n",
    "chunks and trailers": CHUNKED + b"4\r\nbody\r\n0\r\nX: y\r\nZ: a\r\n\r\n",
    "a chunk that looks like an end": CHUNKED + b"5\r\n0\r\n\r\n\r\n0\r\n\r\n",
    "an empty line before it": b"\r\n" + GET,
}


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_a_whole_request_is_whole_with_its_last_byte(data):
    assert progress_of(data) is Progress.WHOLE
    assert not parser_waits(data)
    for cut in range(len(data)):
        assert progress_of(data[:cut]) is Progress.COMING
        assert progress_of(data[:cut], data[cut:]) is Progress.WHOLE


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_what_follows_a_whole_request_plays_no_part(data):
    assert progress_of(data + GET) is Progress.WHOLE
    assert progress_of(data + b"GET / HT") is Progress.WHOLE


PIECES = st.sampled_from(
    [
        GET,
        POST,
        b"\r\n",
        b"Content-Length: 5\r\n",
        b"Content-Length: 3\r\n",
        b"content-length:70000\r\n",
        b"Content-Length: +1\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip\r\n",
        b"Expect: 100-continue\r\n",
        b"5\r\nabcde\r\n",
        b"3;x\r\n\r\n0\r\n",
        b"ffffffff\r\n",
        b"-1\r\n",
        b"0\r\n\r\n",
        b"0\r\nX: y\r\n",
        b"X: a\r\n b\r\n",
        b"0",
        b"\n",
        b"abc",
    ]
)


@given(st.lists(PIECES, max_size=8), st.data())
@example([b"GET /\r\n\r\n"], None)
def test_no_thread_waits_for_what_counts_as_whole(pieces, cuts):
    """The parser never waits for it, refuses it, or is one of few that may wait."""
    data = b"".join(pieces)
    whole = progress_of(data)
    if whole is Progress.WHOLE:
        assert not parser_waits(data)
    if cuts and data:
        cut = cuts.draw(st.integers(0, len(data)))
        arrival = Arrival()
        arrival.add(data[:cut])
        if arrival.progress is Progress.COMING:
            arrival.add(data[cut:])
            assert arrival.progress is whole


@pytest.mark.parametrize(
    "data",
    [
        POST + b"Content-Length: %d\r\n\r\n" % (LONGEST_BODY + 1),
        POST + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n",
        CHUNKED + b"%x\r\n" % (LONGEST_BODY + 1),
        CHUNKED + b"1\r\na\r\n" * 12_000,
        CHUNKED + b"5;" + b"x" * (LONGEST_BODY + 1),
        CHUNKED + b"0\r\n" + b"X: y\r\n" * 12_000,
    ],
    ids=["length", "expectation", "chunk", "many chunks", "chunk line", "trailers"],
)
def test_a_long_body_is_left_to_the_few_threads_that_may_wait(data):
    assert progress_of(data) is Progress.LONG


@pytest.mark.parametrize("line", [b"a" * 100, b"X: y\r\n"], ids=["a line", "lines"])
def test_a_head_without_end_is_endless(line):
    head = b"GET / HTTP/1.1\r\n" + line * (LONGEST_HEAD // len(line))

    assert progress_of(head[:LONGEST_HEAD]) is Progress.COMING
    assert progress_of(head + line) is Progress.ENDLESS


def test_a_request_in_single_bytes_takes_no_longer_than_it_is_long():
    """Else a trickle would keep the main loop busy: 10,000 looks at 60 kB each."""
    looks = 0

    class Counting(bytearray):
        def find(self, sought, start=0, end=None):
            nonlocal looks
            looks += len(self) - start
            return super().find(sought, start, len(self) if end is None else end)

    arrival = Arrival()
    arrival.data = Counting()
    data = CHUNKED + b"1\r\nx\r\n" * 2000
    for number in range(len(data)):
        arrival.add(data[number : number + 1])

    assert arrival.progress is Progress.COMING
    assert 0 < looks < 10 * len(data)
