"""gunicorn's threaded worker with another main loop: no thread waits for a client.

A connection's way, all of it in the main loop but for the thread in the middle:

    silent -> arriving -> a thread -> sending -> kept alive -> arriving -> …
                  long ones queue            -> leaving

Whoever takes too long on it is parted with; so is whoever has been idle longest, where
connections or open files run short.
"""

import errno
import time
from collections import deque
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from socket import SHUT_WR
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders  # type: ignore[import-untyped]
from gunicorn.workers import gthread  # type: ignore[import-untyped]

from service.serve.arrival import Progress
from service.serve.connection import Connection
from service.serve.patience import SlowRequest
from service.serve.waiting import Waiting

# Seconds that a client has: to say something on a new connection, to send a request
# (Connection.patience), to take an answer, to close after us. In that last time it may
# send so many bytes more: a client reads only once it has sent all.
SILENCE_PATIENCE = 10.0
SEND_PATIENCE = 30.0
LINGER = 2.0
LINGER_BYTES = 16 * 1024 * 1024

# One in so many threads may wait for a long body.
LONG_SHARE = 4

OUR_FAULTS = (errno.EBADF, errno.EINVAL, errno.ENOTSOCK)
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
# Seconds to wait where files run short and nobody can be parted with.
SHORTAGE_PAUSE = 0.05


class Loop(gthread.ThreadWorker):  # type: ignore[misc]
    """One process, answering requests in threads."""

    connection = Connection
    alive: bool

    def run(self) -> None:
        self.silent = Waiting(self.poller, SILENCE_PATIENCE)
        self.arriving = Waiting(self.poller, self.connection.patience)
        self.sending = Waiting(self.poller, SEND_PATIENCE)
        self.leaving = Waiting(self.poller, LINGER)
        self.queue: deque[Connection] = deque()
        self.long_ones = 0
        super().run()

    # Arriving

    def accept(self, listener: Any) -> bool:
        """Take a new connection. Returns whether there was one."""
        try:
            sock, address = listener.accept()
        except OSError as error:
            if error.errno in OUR_FAULTS:
                raise
            if error.errno in SHORTAGES:
                self._face_shortage(error)
            return False
        conn = self.connection(self.cfg, sock, address, listener.getsockname())
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections:
            self._part_with_an_idle_one()
        self.silent.add(conn, EVENT_READ, self._on_first_words)
        return True

    def _on_first_words(self, conn: Connection) -> None:
        self.silent.remove(conn)
        self._begin(conn)

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """A connection that was kept alive has news."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._begin(conn)

    def _begin(self, conn: Connection) -> None:
        if not conn.take_in():
            self._drop(conn)
        else:
            self._await_the_rest(conn)

    def _await_the_rest(self, conn: Connection) -> None:
        if conn.arrival.progress is Progress.COMING:
            self.arriving.add(conn, EVENT_READ, self._on_more)
        else:
            self._has_arrived(conn)

    def _on_more(self, conn: Connection) -> None:
        if not conn.take_in():
            self.arriving.remove(conn)
            self._drop(conn)
        elif conn.arrival.progress is not Progress.COMING:
            self.arriving.remove(conn)
            self._has_arrived(conn)

    def _has_arrived(self, conn: Connection) -> None:
        if conn.arrival.progress is Progress.ENDLESS:
            self._refuse(conn, LimitRequestHeaders("the head has no end"))
        elif conn.arrival.progress is Progress.LONG:
            self._enqueue_long(conn)
        else:
            self.enqueue_req(conn)

    def _enqueue_long(self, conn: Connection) -> None:
        """Give it a thread, or a place in the queue for the few that may wait."""
        if self.long_ones * LONG_SHARE >= self.cfg.threads:
            self.queue.append(conn)
            return
        self.long_ones += 1
        conn.is_long = True
        self.enqueue_req(conn)

    def handle(self, conn: Connection) -> bool:
        conn.give_to_parser()
        return bool(super().handle(conn))

    # Leaving

    def finish_request(self, conn: Connection, done: "Future[bool]") -> None:
        """A thread is done with the request; the client may not have the answer yet."""
        if conn.is_long:
            conn.is_long = False
            self.long_ones -= 1
            if self.queue:
                self._enqueue_long(self.queue.popleft())
        ended_well = not done.cancelled() and done.exception() is None
        conn.goes_on = ended_well and done.result()
        if conn.taken_over:
            self._drop(conn)
        elif conn.sock.unsent:
            self.sending.add(conn, EVENT_WRITE, self._on_room)
        else:
            self._has_answer(conn)

    def _on_room(self, conn: Connection) -> None:
        try:
            conn.sock.send_more()
        except OSError:
            self.sending.remove(conn)
            self._drop(conn)
        else:
            if not conn.sock.unsent:
                self.sending.remove(conn)
                self._has_answer(conn)

    def _has_answer(self, conn: Connection) -> None:
        if not conn.goes_on:
            self._leave(conn)
        elif conn.take_from_parser():
            self._await_the_rest(conn)
        else:
            self._keep_alive(conn)

    def _keep_alive(self, conn: Connection) -> None:
        stopping = gthread.STOP_KEEPALIVE_LINGER
        conn.keep(self.cfg.keepalive if self.alive else stopping)
        conn.sock.setblocking(False)
        self.keepalived_conns.append(conn)
        wake = partial(self.on_client_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, wake)

    def _refuse(self, conn: Connection, error: Exception) -> None:
        """Answer a request that no thread has seen."""
        self.handle_error(None, conn.sock, conn.client, error)
        self._leave(conn)

    def _leave(self, conn: Connection) -> None:
        """Say goodbye, and wait for the client to do so.

        Closed at once, with bytes unread, the connection would be reset and the
        answer lost.
        """
        try:
            conn.sock.shutdown(SHUT_WR)
        except OSError:
            self._drop(conn)
        else:
            self.leaving.add(conn, EVENT_READ, self._on_last_words)

    def _on_last_words(self, conn: Connection) -> None:
        words = conn.receive()
        conn.said_since += len(words or b"")
        if words == b"" or conn.said_since > LINGER_BYTES:
            self.leaving.remove(conn)
            self._drop(conn)

    def _drop(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    # Limits

    def murder_pending(self) -> None:
        """Part with those that take too long."""
        for conn in self.arriving.overdue():
            self._refuse(conn, SlowRequest())
        for others in (self.silent, self.sending, self.leaving):
            for conn in others.overdue():
                self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """A stopping worker waits as little for all clients as for idle ones."""
        super()._cap_keepalive(deadline)
        for waiting in (self.silent, self.arriving, self.sending):
            waiting.hasten(deadline)

    def _face_shortage(self, error: OSError) -> None:
        self.log.warning("Cannot take a connection: %s", error)
        if not self._part_with_an_idle_one():
            time.sleep(SHORTAGE_PAUSE)

    def _part_with_an_idle_one(self) -> bool:
        """Close the connection that has been idle longest; False if none is idle."""
        idle = min((self.silent, self.arriving, self.leaving), key=Waiting.since)
        if self.keepalived_conns and self._kept_since() <= idle.since():
            conn = self.keepalived_conns.popleft()
            self.poller.unregister(conn.sock)
        elif (conn := idle.longest()) is not None:
            idle.remove(conn)
        elif self.queue:
            conn = self.queue.popleft()
        else:
            return False
        self._drop(conn)
        return True

    def _kept_since(self) -> float:
        """Since when the longest kept connection has nothing to say."""
        since: float = self.keepalived_conns[0].timeout - self.cfg.keepalive
        return since
