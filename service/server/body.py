"""A request's body, whose faults the application sees as those of its client."""

from typing import Any

from gunicorn.http.errors import ParseException

from service.server.client import SlowRequest


class BrokenBody(OSError):
    """The body's bytes make no sense, or take too long to come.

    An OSError, which is what an application expects of a client that fails it: Flask
    turns it into a 400.
    """


class BodyReader:
    """Reads as gunicorn's `reader` does, but reports whatever is wrong as `BrokenBody`,
    whose cause is gunicorn's own error.
    """

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def read(self, size: int) -> bytes:
        try:
            data: bytes = self._reader.read(size)
        except (ParseException, SlowRequest) as error:
            raise BrokenBody(str(error)) from error
        return data
