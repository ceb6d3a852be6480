"""Request bodies: faults are the client's, and short ones are read in advance."""

from io import BytesIO
from typing import Any, Final

from gunicorn.http.errors import NoMoreData, ParseException

from service.server.client_connection import RequestTimeout

SHORT_BODY: Final = 64 * 1024
"""Bytes up to which a body is there as a whole before the application is called."""


class BodyReadError(OSError):
    """The body's bytes make no sense, or take too long to come.

    An OSError, which is what an application expects of a client that fails it: Flask
    turns it into a 400.
    """


class BodyReader:
    """Reads as gunicorn's `reader` does, but reports whatever is wrong as
    `BodyReadError`, whose cause is gunicorn's own error, and a body that ends too early
    as `NoMoreData`, an OSError, too.
    """

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def read(self, size: int) -> bytes:
        # Only gunicorn's reader of a body of known length has it.
        expected = min(size, getattr(self._reader, "length", 0))
        try:
            data: bytes = self._reader.read(size)
        except (ParseException, RequestTimeout) as error:
            raise BodyReadError(str(error)) from error
        if len(data) < expected:  # gunicorn takes it for the whole body
            raise NoMoreData
        return data


class _ResumedBody:
    """A body of which the `beginning` was read already."""

    def __init__(self, beginning: bytes, rest: Any) -> None:
        self._beginning = BytesIO(beginning)
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            return self._beginning.read() + bytes(self._rest.read())
        data = self._beginning.read(size)
        return data or bytes(self._rest.read(size))


def read_short_body(environ: dict[str, Any]) -> bool:
    """Read the body of a request in advance; False if it is longer than `SHORT_BODY`.

    A body that is declared to be long is left alone: the head may be reason enough to
    refuse it. Raises `BodyReadError`.
    """
    length = environ.get("CONTENT_LENGTH")
    if length is None and "HTTP_TRANSFER_ENCODING" not in environ:
        return True
    if length is not None and int(length) > SHORT_BODY:
        return False
    body = environ["wsgi.input"]
    data = body.read(SHORT_BODY + 1)
    if len(data) > SHORT_BODY:
        environ["wsgi.input"] = _ResumedBody(data, body)
        return False
    environ["wsgi.input"] = BytesIO(data)
    return True
