"""gunicorn's threaded worker, with these things mended:

- it refuses broken requests, and reports crashes, as JSON instead of HTML;
- a client that is silent, slow or does not read holds no thread (see Loop);
- once told to stop it listens no more, instead of letting new clients wait in vain,
  and ends even if its master is gone.
"""

import contextlib
import os
import re
from typing import Any

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    ParseException,
)

from service.serve.connection import Connection
from service.serve.loop import Loop
from service.serve.patience import BrokenBody, HonestReader, SlowRequest
from service.serve.push import Pusher, TakenOver
from service.serve.refusal import refusal
from service.settings import Settings

# A header that the application set wrongly is no fault of the client.
OWN_FAULTS = (InvalidResponseHeader, InvalidResponseHeaderName)

Request = Any
"""gunicorn's; it has no types of its own."""


class Worker(Loop):
    """One process, answering requests in threads."""

    wsgi: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.any_origin = "*" in Settings.from_env(os.environ).cors_origins
        self.pusher = Pusher()

    def run(self) -> None:
        super().run()
        if self.nr_conns > 0:
            # Their time is over, but Python would wait for their threads.
            os._exit(0)

    def load_wsgi(self) -> None:
        """Offer the application to hold its streams."""
        super().load_wsgi()
        self.application = self.wsgi
        self.wsgi = self._serve

    def _serve(self, environ: dict[str, Any], start_response: Any) -> Any:
        environ["azul.push"] = self.pusher.push
        return self.application(environ, start_response)

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            self._stop_listening()

    def _stop_listening(self) -> None:
        """Take whoever waits already, then refuse connections; end the streams."""
        for listener in self.sockets:
            if listener.sock is not None:
                while self.nr_conns < self.worker_connections:
                    if not self.accept(listener):
                        break
                listener.close()
        # Set by `create_app`. Streams, and reads that wait, would last too long.
        if hub := getattr(self.application, "extensions", {}).get("hub"):
            hub.close()

    def is_parent_alive(self) -> bool:
        """An orphan is a stopping worker like any other."""
        if not super().is_parent_alive():
            self.alive = False
        return bool(self.alive)

    def handle_request(self, req: Request, conn: Connection) -> bool:
        req.body.reader = HonestReader(req.body.reader)
        try:
            return bool(super().handle_request(req, conn))
        except TakenOver:
            conn.taken_over = True
            return False
        except (BrokenBody, TimeoutError) as error:
            self.log.info("Gave up on the request of %s: %s", conn.client, error)
            return False

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """The answer is out: a body that turns out broken now only ends this."""
        try:
            return bool(super()._keepalive_after(conn, keepalive))
        except BrokenBody:
            return False

    def handle_error(
        self,
        req: Request,
        client: Any,
        addr: object,
        exc: BaseException,
    ) -> None:
        """Answer a request that the application did not get, or did not answer.

        What the client sent is neither repeated nor logged: it may hold a token.
        """
        broken = isinstance(exc, (ParseException, SlowRequest))
        if broken and not isinstance(exc, OWN_FAULTS):
            why = _in_words(exc)
            self.log.info("Refused a broken request from %s: %s", addr, why)
            code, detail = (
                "malformed_request",
                f"This is no HTTP request: {why}.",
            )
        else:
            method, path = getattr(req, "method", "?"), getattr(req, "path", "?")
            self.log.error("Error in %s %s", method, path, exc_info=exc)
            code, detail = "internal_error", "The service failed, which was recorded."
        answer = refusal(code, detail, any_origin=self.any_origin)
        with contextlib.suppress(OSError):
            util.write_nonblock(client, answer)


def _in_words(error: BaseException) -> str:
    """The name of an error: `InvalidHTTPVersion` is an "invalid HTTP version"."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", type(error).__name__)
    return " ".join(word if word.isupper() else word.lower() for word in words)
