"""A short body is there before the application is called, a long one comes to it."""

from io import BytesIO

import pytest
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import InvalidChunkSize, NoMoreData
from gunicorn.http.unreader import IterUnreader

from service.server.request_body import (
    SHORT_BODY,
    BodyReader,
    BodyReadError,
    read_short_body,
)


class Body:
    """Counts what is read of it."""

    def __init__(self, data):
        self.data = BytesIO(data)
        self.read_bytes = 0

    def read(self, size=-1):
        data = self.data.read(size)
        self.read_bytes += len(data)
        return data


def environ(data, **headers):
    return {"wsgi.input": Body(data), **headers}


def test_a_request_without_a_body_is_left_alone():
    request = environ(b"of the next request")

    assert read_short_body(request)
    assert request["wsgi.input"].read_bytes == 0


@pytest.mark.parametrize("size", [0, 1, SHORT_BODY])
def test_a_short_body_is_read_in_advance(size):
    request = environ(b"x" * size, CONTENT_LENGTH=str(size))
    body = request["wsgi.input"]

    assert read_short_body(request)
    assert body.read_bytes == size
    assert request["wsgi.input"].read() == b"x" * size


def test_a_body_that_is_declared_to_be_long_is_left_to_the_application():
    request = environ(b"", CONTENT_LENGTH=str(SHORT_BODY + 1))

    assert not read_short_body(request)
    assert request["wsgi.input"].read_bytes == 0


def test_a_short_body_in_chunks_is_read_in_advance():
    request = environ(b"chunks", HTTP_TRANSFER_ENCODING="chunked")

    assert read_short_body(request)
    assert request["wsgi.input"].read(4) == b"chun"
    assert request["wsgi.input"].read(4) == b"ks"


@pytest.mark.parametrize("sizes", [[-1], [10, -1], [SHORT_BODY + 1, 10, -1], [1 << 20]])
def test_of_long_chunks_nothing_is_lost(sizes):
    data = bytes(range(256)) * 512
    request = environ(data, HTTP_TRANSFER_ENCODING="chunked")

    assert not read_short_body(request)
    read = b"".join(request["wsgi.input"].read(size) for size in sizes)
    while more := request["wsgi.input"].read(4096):
        read += more
    assert read == data


def test_what_is_wrong_with_a_body_is_the_fault_of_the_client():
    class Broken:
        def read(self, size):
            raise InvalidChunkSize(b"zz")

    with pytest.raises(BodyReadError) as caught:
        BodyReader(Broken()).read(1)
    assert isinstance(caught.value, OSError)
    assert isinstance(caught.value.__cause__, InvalidChunkSize)


@pytest.mark.parametrize("before", [[], [20], [10, 29]])
def test_a_body_that_ends_before_its_length_is_not_taken_for_a_whole_one(before):
    body = BodyReader(LengthReader(IterUnreader([b"x" * 39]), 200))
    for size in before:
        assert len(body.read(size)) == size

    with pytest.raises(NoMoreData):
        body.read(40)


def test_a_body_that_ends_with_its_length_is_read_to_its_end():
    body = BodyReader(LengthReader(IterUnreader([b"x" * 39, b"next"]), 39))

    assert [body.read(30), body.read(30), body.read(30)] == [b"x" * 30, b"x" * 9, b""]
