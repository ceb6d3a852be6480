"""What the worker relies on beyond gunicorn's manual: with a version that drops or
changes any of it, these tests fail, and not the service."""

import inspect
from importlib.metadata import version

import pytest
from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import RequestParser
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.errors import (
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    NoMoreData,
    ParseException,
)
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.base import Worker as BaseWorker
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

OVERRIDDEN = {
    "load_wsgi": ["self"],
    "run": ["self"],
    "notify": ["self"],
    "handle_exit": ["self", "sig", "frame"],
    "handle_quit": ["self", "sig", "frame"],
    "handle_error": ["self", "req", "client", "addr", "exc"],
    "timeout_ctx": ["self"],
    "handle_request": ["self", "listener_name", "req", "sock", "addr"],
}
CALLED = {"handle": ["self", "listener", "client", "addr"]}


@pytest.mark.parametrize(("name", "parameters"), (OVERRIDDEN | CALLED).items())
def test_the_worker_has_the_methods_that_are_overridden_or_called(name, parameters):
    assert list(inspect.signature(getattr(GeventWorker, name)).parameters) == parameters


def test_the_major_version_is_the_one_that_was_looked_at():
    assert version("gunicorn").split(".")[0] == "27"


def test_a_worker_has_the_attributes_that_are_used():
    written = inspect.getsource(BaseWorker)

    for name in ("sockets", "cfg", "log", "alive", "wsgi"):
        assert f"self.{name} = " in written


def test_the_errors_of_the_parser_are_those_that_are_told_apart():
    assert issubclass(LimitRequestHeaders, ParseException)
    assert issubclass(InvalidResponseHeader, ParseException)
    assert issubclass(InvalidResponseHeaderName, ParseException)


class Source:
    """A client's connection, with one request in it."""

    def __init__(self, data):
        self.data = data
        self.sizes = []

    def recv(self, size):
        self.sizes.append(size)
        given, self.data = self.data[:size], self.data[size:]
        return given


def test_the_parser_reads_by_recv_alone_and_no_further_than_the_head():
    source = Source(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n")

    request = next(RequestParser(Config(), source, ("127.0.0.1", 1)))

    assert len(source.sizes) == 1
    assert (request.method, request.path) == ("POST", "/")


def test_a_body_reads_from_a_reader_that_can_be_replaced():
    source = Source(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody")
    request = next(RequestParser(Config(), source, ("127.0.0.1", 1)))

    assert isinstance(request.body, Body)
    assert isinstance(request.body.reader, LengthReader)
    assert request.body.reader.read(4) == b"body"


def test_a_reader_knows_how_much_is_missing_of_a_body_of_known_length():
    reader = LengthReader(IterUnreader([b"body"]), 9)

    assert (reader.length, reader.read(4), reader.length) == (9, b"body", 5)
    assert issubclass(NoMoreData, OSError)


def test_what_came_behind_a_request_can_be_taken_and_given_back():
    source = Source(b"GET / HTTP/1.1\r\n\r\n\r\nGET /next HTTP/1.1\r\n\r\n")
    parser = RequestParser(Config(), source, ("127.0.0.1", 1))
    unreader = next(parser).unreader

    unreader.unread(unreader.take_buffered().lstrip())

    assert next(parser).path == "/next"


def test_a_request_has_its_headers_in_capitals_and_can_be_made_the_last():
    source = Source(b"GET / HTTP/1.1\r\nConnection: a, close\r\n\r\n")
    request = next(RequestParser(Config(), source, ("127.0.0.1", 1)))

    assert request.headers == [("CONNECTION", "a, close")]
    assert not request.should_close()
    request.force_close()
    assert request.should_close()


def test_what_a_broken_reader_raises_reaches_the_application():
    class Broken:
        def read(self, size):
            raise OSError("broken")

    body = Body(Broken())

    with pytest.raises(OSError, match="broken"):
        body.read(1)


def test_a_connection_ends_where_the_application_raises_stop_iteration():
    written = inspect.getsource(AsyncWorker.handle_request)

    assert "except StopIteration:\n            raise" in written
    assert "except StopIteration" in inspect.getsource(AsyncWorker.handle)


def test_a_listener_is_only_asked_for_its_address():
    written = inspect.getsource(AsyncWorker.handle)

    assert written.count("listener.getsockname()") == 1
    assert "listener." not in written.replace("listener.getsockname()", "")


def test_the_application_gets_the_connection():
    from gunicorn.http import wsgi  # noqa: PLC0415

    assert '"gunicorn.socket": sock' in inspect.getsource(wsgi.default_environ)


def test_a_connection_is_closed_and_lingers_as_it_is_used():
    parameters = inspect.signature(util.close_graceful).parameters

    assert list(parameters) == ["sock", "timeout", "max_drain"]
    assert "sock.close()" in inspect.getsource(util.close)
