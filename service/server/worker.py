"""gunicorn's gevent worker, extended where it falls short:

- it refuses malformed requests, and reports crashes, as JSON instead of HTML;
- a client that is silent, slow or does not read has a deadline, and is evicted where
  connections run short;
- a bounded number of requests is carried out at a time;
- when it has to stop it closes its listeners first and ends in order, even without its
  master;
- it ends, to be replaced, if a greenlet ends that all requests depend on.
"""

import contextlib
import logging
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gevent
from gevent.event import Event
from gunicorn.http.errors import (
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    ParseException,
)
from gunicorn.workers.ggevent import GeventWorker

from service.api.problem_types import INTERNAL_ERROR
from service.api.problems import Problem
from service.server.acceptor import Acceptor, ListenerAddress
from service.server.client_connection import ClientConnection, RequestTimeout
from service.server.connections import Connections
from service.server.problem_response import describe, problem_response
from service.server.request_body import BodyReader, BodyReadError, read_short_body
from service.server.slots import Slots
from service.server.thread_pool import SWITCH_INTERVAL
from service.server.waiting import served
from service.settings import Settings

if TYPE_CHECKING:
    from service.server.publisher import Publisher

# A header that the application set wrongly is no fault of the client.
RESPONSE_FAULTS = (InvalidResponseHeader, InvalidResponseHeaderName)

MAX_UNREAD_BYTES = 64 * 1024
"""Bytes of a body that the application did not read and that are skipped; after more
than that the connection is closed."""
IDLE_GRACE_SECONDS = 2.0
"""Seconds for which a stopping worker still accepts requests on idle connections, and
waits for more of a request's body."""

SLOTS_PER_LONG_BODY = 4
"""Requests that are carried out for each one that may be waiting for a long body."""

WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")
"""Methods of requests whose bodies, if there are any, are not read."""

Request = Any
"""gunicorn's; it has no types of its own."""


class Worker(GeventWorker):  # type: ignore[misc]
    """One process, answering each request in a greenlet."""

    connection_class = ClientConnection
    publisher: "Publisher"
    alive: bool
    wsgi: Any
    _stopping: Event | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        settings = Settings.from_env(os.environ)
        self._any_origin = "*" in settings.cors_origins
        self._slots = Slots(settings.concurrency)
        self._slots_for_long_bodies = Slots(
            max(1, settings.concurrency // SLOTS_PER_LONG_BODY)
        )
        self._connections = Connections(self.cfg.worker_connections)

    # Starting and stopping

    def load_wsgi(self) -> None:
        # Loaded only here: after gevent's patches, and in no other process.
        from service.api.sse import EventStream  # noqa: PLC0415
        from service.server.publisher import Publisher  # noqa: PLC0415

        super().load_wsgi()
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._application, self.wsgi = self.wsgi, self._call
        self._stream = EventStream
        self.publisher = Publisher()

    def run(self) -> None:
        """Serve until asked to stop, then finish the requests in progress."""
        self._stopping = stopping = Event()
        self._listener = ListenerAddress(self.sockets[0].getsockname())
        acceptors = [
            Acceptor(listener, self._connections, self._begin)
            for listener in self.sockets
        ]
        self._spawn_essential("publisher", self.publisher.run)
        for acceptor in acceptors:
            self._spawn_essential("acceptor", acceptor.run)
        while self.alive:
            self.notify()
            stopping.wait(1.0)
        for acceptor in acceptors:
            acceptor.close()
        self._end_streams()
        self._finish()
        # Python's own end would wait for the thread pool, and report locks of gevent's
        # that are gone by then.
        logging.shutdown()
        os._exit(0)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        super().handle_exit(sig, frame)
        if self._stopping is not None:
            gevent.spawn(self._stopping.set)

    def handle_quit(self, sig: Any, frame: Any) -> None:
        """Asked to end quickly, a worker ends in order, too: it takes seconds."""
        self.handle_exit(sig, frame)

    def notify(self) -> None:
        """A worker whose master is gone stops like any other."""
        try:
            super().notify()
        except SystemExit:
            self.alive = False

    def _spawn_essential(self, name: str, run: Callable[[], None]) -> None:
        """Run in a greenlet; if it ever ends, stop the worker."""

        def stop(ended: gevent.Greenlet) -> None:
            if self.alive:
                self.log.critical("The %s has ended: %r", name, ended.exception)
                self.handle_exit(None, None)

        gevent.spawn(run).link(stop)

    def _end_streams(self) -> None:
        """End streams and waiting reads, which would last too long."""
        # Set by `create_app`.
        if updates := getattr(self._application, "extensions", {}).get("updates"):
            updates.close()

    def _finish(self) -> None:
        begin = time.monotonic()
        while (took := time.monotonic() - begin) < self.cfg.graceful_timeout:
            if took > IDLE_GRACE_SECONDS:
                self._connections.evict_idle(IDLE_GRACE_SECONDS)
            if not self._connections and (
                not self.publisher or took > IDLE_GRACE_SECONDS
            ):
                return
            self.notify()
            gevent.sleep(0.02)
        self.log.warning("Requests took too long and were cut off.")

    # Answering

    def _begin(self, sock: Any, address: Any) -> None:
        connection = self.connection_class(sock, self._connections)
        gevent.spawn(self._serve, connection, address)

    def _serve(self, connection: ClientConnection, address: Any) -> None:
        with served(connection):
            self.handle(self._listener, connection, address)

    def timeout_ctx(self) -> contextlib.AbstractContextManager[None]:
        """No timer for each request: every wait of a client has its own."""
        return contextlib.nullcontext()

    def handle_request(
        self, listener_name: Any, req: Request, sock: ClientConnection, addr: Any
    ) -> None:
        req.body.reader = BodyReader(req.body.reader)
        if _asks_to_close(req):
            req.force_close()
        sock.begin_answer()
        try:
            super().handle_request(listener_name, req, sock, addr)
            is_rest_long = req.body.read(MAX_UNREAD_BYTES) and req.body.read(1)
        except BodyReadError as error:
            if not sock.has_sent:
                self.handle_error(req, sock, addr, error.__cause__ or error)
            raise StopIteration from error
        except TimeoutError as error:
            self.log.info("%s does not read its answer", addr)
            raise StopIteration from error
        if is_rest_long:
            raise StopIteration
        # Some clients send an empty line after a body (RFC 9112, section 2.2).
        next_request = req.unreader.take_buffered().lstrip(b"\r\n")
        req.unreader.unread(next_request)
        sock.end_answer(self.cfg.keepalive, has_next_begun=bool(next_request))

    def _call(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Call the application; the publisher takes over if it answers by a stream."""
        with self._slot(environ):
            answer = self._application(environ, start_response)
        if isinstance(answer, self._stream):
            with contextlib.ExitStack() as on_error:
                on_error.callback(answer.close)
                descriptor = environ["gunicorn.socket"].detach()
                on_error.pop_all()
            self.publisher.add(descriptor, answer)
            raise StopIteration
        return answer

    def _slot(self, environ: dict[str, Any]) -> contextlib.AbstractContextManager[None]:
        """What a request holds while it is carried out. A long body is read by the
        application as it comes, which may take long.
        """
        if read_short_body(environ) or environ["REQUEST_METHOD"] in WITHOUT_BODY:
            return self._slots.taken()
        return self._slots_for_long_bodies.kept()

    def handle_error(
        self, req: Request, client: ClientConnection, addr: object, exc: BaseException
    ) -> None:
        """Answer a request that the application did not get, or did not answer.

        What the client sent is neither repeated nor logged: it may hold a token.
        """
        broken = isinstance(exc, (ParseException, RequestTimeout))
        if broken and not isinstance(exc, RESPONSE_FAULTS):
            problem = Problem("malformed_request", describe(exc))
            self.log.info("Refused a request from %s: %s", addr, problem.detail)
        else:
            method, path = getattr(req, "method", "?"), getattr(req, "path", "?")
            problem = Problem("internal_error", INTERNAL_ERROR)
            self.log.error(
                "Error in %s %s, instance %s",
                *(method, path, problem.instance),
                exc_info=exc,
            )
        answer = problem_response(problem, any_origin=self._any_origin)
        with contextlib.suppress(OSError):
            client.sendall(answer)


def _asks_to_close(req: Request) -> bool:
    """Whether "close" is among the options of a request's connection; gunicorn sees it
    only if it stands alone.
    """
    return any(
        option.strip(" \t").lower() == "close"
        for name, value in req.headers
        if name == "CONNECTION"
        for option in value.split(",")
    )
